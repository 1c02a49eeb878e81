import { giftVouchers } from '#contract/vouchers'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { claimGiftVoucher } from '#server/payments/claim-gift-voucher'
import { services } from '#server/services/services'

export default serve(giftVouchers, async (claim, caller) => {
  const reply = await claimGiftVoucher(services, claim)
  caller.waitUntil(sendMail(services))
  return reply
})
export const config = route(giftVouchers)
