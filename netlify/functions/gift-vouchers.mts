import { giftVouchers } from '#contract/vouchers'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { claimGiftVoucher } from '#server/payments/claim-gift-voucher'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(giftVouchers, async (claim, caller) => {
  const reply = await claimGiftVoucher(services, claim, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return reply
})
export const config = route(giftVouchers)
