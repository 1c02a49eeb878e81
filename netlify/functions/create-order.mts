import { createOrderEndpoint } from '#contract/orders'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { claimOrder } from '#server/payments/claim'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, email: postmark })

export default serve(createOrderEndpoint, async (claim, context) => {
  const reply = await claimOrder(services, claim, context.addressKey)
  context.waitUntil(sendEmails(services))
  return reply
})
export const config = route(createOrderEndpoint)
