import { giftVouchers } from '#contract/vouchers'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { claimGiftVoucher } from '#server/payments/claim-gift-voucher'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(giftVouchers, async (claim, caller) => {
  const reply = await claimGiftVoucher(services, claim, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return reply
})
export const config = route(giftVouchers)
