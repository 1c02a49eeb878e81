import type { ErrorBody } from '#contract/errors'
import { ApiError } from '../../lib/api.ts'

/** What became of a payment, as far as the server can tell. */
export type FoundPayment<Bought> =
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
const RETRY_DELAYS_MS = [1000, 3000]

/** Nobody is left without a sentence for longer, in milliseconds; one answer alone may take 22 s. */
const TIMEOUT_MS = 20_000

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks until somebody knows, but no longer than anybody waits. Asking again is safe: a payment buys one thing, once. */
export async function findPayment<Bought>(
  claim: Claim<Bought>,
  clientSecret: string,
): Promise<FoundPayment<Bought>> {
  const until = Date.now() + TIMEOUT_MS
  const late = delay(TIMEOUT_MS).then((): FoundPayment<Bought> => ({ status: 'unreached' }))
  const claimBeforeTimeout = () => Promise.race([claimOnce(claim, clientSecret), late])
  for (const milliseconds of RETRY_DELAYS_MS) {
    const found = await claimBeforeTimeout()
    if (found.status !== 'unreached' || Date.now() >= until) return found
    await delay(milliseconds)
  }
  return await claimBeforeTimeout()
}

async function claimOnce<Bought>(claim: Claim<Bought>, clientSecret: string): Promise<FoundPayment<Bought>> {
  try {
    const bought = await claim(clientSecret)
    return bought ? { status: 'paid', bought } : { status: 'processing' }
  } catch (error) {
    return error instanceof ApiError && error.body ? fromErrorBody(error.body) : { status: 'unreached' }
  }
}

function fromErrorBody({ code, message }: ErrorBody): FoundPayment<never> {
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
