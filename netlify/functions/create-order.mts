import { createOrder } from '#contract/orders'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { claimOrder } from '#server/payments/claim-order'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(createOrder, async (claim, caller) => {
  const reply = await claimOrder(services, claim, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return reply
})
export const config = route(createOrder)
