import { giftVouchersEndpoint } from '#contract/vouchers'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { claimGiftVoucher } from '#server/payments/claim'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, email: postmark })

export default serve(giftVouchersEndpoint, async (claim, context) => {
  const reply = await claimGiftVoucher(services, claim, context.addressKey)
  context.waitUntil(sendEmails(services))
  return reply
})
export const config = route(giftVouchersEndpoint)
