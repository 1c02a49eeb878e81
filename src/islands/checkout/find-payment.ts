import type { ErrorBody } from '#contract/base/errors.ts'
import { ApiError } from '#lib/api.ts'

/** The state of a payment, according to the server. */
export type FoundPayment<Bought> =
  | { status: 'paid'; bought: Bought }
  /** The provider has not decided yet. */
  | { status: 'processing' }
  | { status: 'unpaid' }
  /** Cancelled or refunded, as the message says. */
  | { status: 'closed'; message: string }
  | { status: 'unknown' }
  /** There was no response, or an unexpected error. */
  | { status: 'unreached' }

/** Requests the purchase of a payment. Resolves to undefined while the provider has not decided. */
export type Claim<Bought> = (clientSecret: string) => Promise<Bought | undefined>

/** Before the second and third attempt. */
const RETRY_DELAYS_MS = [1000, 3000]

/** Total time budget; a single request may take up to 22 s. */
const TIMEOUT_MS = 20_000

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Claims the purchase in up to three attempts. Retrying is safe: a payment is fulfilled once. */
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
