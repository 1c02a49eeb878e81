import { createOrderEndpoint } from '#contract/orders.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { route, serve } from '#server/http/serve.ts'
import { claimOrder } from '#server/payments/claim.ts'

const services = openServices({ db: database, stripe, email: postmark })

export default serve(createOrderEndpoint, async (claim, context) => {
  const reply = await claimOrder(services, claim, context.addressKey)
  context.waitUntil(sendEmails(services))
  return reply
})
export const config = route(createOrderEndpoint)
