import type { Reply } from '#contract/endpoint'
import { giftVouchers } from '#contract/vouchers'
import { call } from '../../lib/api.ts'

/** Pauses before the second and the third try, in milliseconds. */
const PAUSES = [1000, 3000]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks for the voucher of a payment, three times at most. Asking again is safe: there is only ever one voucher. */
export async function claimVoucher(clientSecret: string): Promise<Reply<typeof giftVouchers>> {
  for (const milliseconds of PAUSES) {
    try {
      return await call(giftVouchers, { clientSecret })
    } catch {
      await pause(milliseconds)
    }
  }
  return await call(giftVouchers, { clientSecret })
}
