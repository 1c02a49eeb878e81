import { createOrder } from '#contract/orders'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { claimOrder } from '#server/payments/claim-order'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(createOrder, async (claim, caller) => {
  const reply = await claimOrder(services, claim, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return reply
})
export const config = route(createOrder)
