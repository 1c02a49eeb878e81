import type { ErrorBody } from '#contract/errors'
import { type BoughtVoucher, giftVouchers } from '#contract/vouchers'
import { ApiError, call } from '../../lib/api.ts'

/** What became of a payment, as far as the server can tell. */
export type Found =
  | { status: 'paid'; voucher: BoughtVoucher }
  /** Its provider has not decided yet. */
  | { status: 'processing' }
  /** It can still be paid. */
  | { status: 'unpaid' }
  /** It never will be: cancelled, or given back. The sentence says which. */
  | { status: 'closed'; message: string }
  | { status: 'unknown' }
  /** Nobody answered, or nobody who knew. */
  | { status: 'unreached' }

/** Pauses before the second and the third try, in milliseconds. */
const PAUSES = [1000, 3000]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks up to three times until somebody knows. Asking again is safe: there is only ever one voucher. */
export async function findPayment(clientSecret: string): Promise<Found> {
  for (const milliseconds of PAUSES) {
    const found = await ask(clientSecret)
    if (found.status !== 'unreached') return found
    await pause(milliseconds)
  }
  return await ask(clientSecret)
}

async function ask(clientSecret: string): Promise<Found> {
  try {
    const reply = await call(giftVouchers, { clientSecret })
    return 'voucher' in reply ? { status: 'paid', voucher: reply.voucher } : { status: 'processing' }
  } catch (error) {
    return error instanceof ApiError && error.body ? meaningOf(error.body) : { status: 'unreached' }
  }
}

function meaningOf({ code, message }: ErrorBody): Found {
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
