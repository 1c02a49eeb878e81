import type { ErrorBody } from '#contract/errors'
import { ApiError } from '../../lib/api.ts'

/** What became of a payment, as far as the server can tell. */
export type Found<Bought> =
  | { status: 'paid'; bought: Bought }
  /** Its provider has not decided yet. */
  | { status: 'processing' }
  /** It can still be paid. */
  | { status: 'unpaid' }
  /** It never will be: cancelled, or given back. The sentence says which. */
  | { status: 'closed'; message: string }
  | { status: 'unknown' }
  /** Nobody answered, or nobody who knew. */
  | { status: 'unreached' }

/** Asks the server for what was bought with a payment; there is nothing yet while its provider decides. */
export type Claim<Bought> = (clientSecret: string) => Promise<Bought | undefined>

/** Pauses before the second and the third try, in milliseconds. */
const PAUSES = [1000, 3000]

/** Nobody is left without a sentence for longer, in milliseconds; one answer alone may take 22 s. */
const PATIENCE = 20_000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks until somebody knows, but no longer than anybody waits. Asking again is safe: a payment buys one thing, once. */
export async function findPayment<Bought>(
  claim: Claim<Bought>,
  clientSecret: string,
): Promise<Found<Bought>> {
  const until = Date.now() + PATIENCE
  const late = pause(PATIENCE).then((): Found<Bought> => ({ status: 'unreached' }))
  const askInTime = () => Promise.race([ask(claim, clientSecret), late])
  for (const milliseconds of PAUSES) {
    const found = await askInTime()
    if (found.status !== 'unreached' || Date.now() >= until) return found
    await pause(milliseconds)
  }
  return await askInTime()
}

async function ask<Bought>(claim: Claim<Bought>, clientSecret: string): Promise<Found<Bought>> {
  try {
    const bought = await claim(clientSecret)
    return bought ? { status: 'paid', bought } : { status: 'processing' }
  } catch (error) {
    return error instanceof ApiError && error.body ? meaningOf(error.body) : { status: 'unreached' }
  }
}

function meaningOf({ code, message }: ErrorBody): Found<never> {
  switch (code) {
    case 'payment_incomplete':
      return { status: 'unpaid' }
    case 'payment_closed':
      return { status: 'closed', message }
    case 'not_found':
      return { status: 'unknown' }
    default:
      return { status: 'unreached' }
  }
}
