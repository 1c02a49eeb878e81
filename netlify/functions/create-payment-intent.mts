import { createPaymentIntentEndpoint } from '#contract/vouchers'
import { limitedRoute, serve } from '#server/http/serve'
import { startVoucherPayment } from '#server/payments/start-payment'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe })

export default serve(createPaymentIntentEndpoint, (order, context) =>
  startVoucherPayment(services, order, context.addressKey),
)
export const config = limitedRoute(createPaymentIntentEndpoint)
