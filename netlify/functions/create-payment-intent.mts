import { createPaymentIntentEndpoint } from '#contract/vouchers.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { limitedRoute, serve } from '#server/http/serve.ts'
import { startVoucherPayment } from '#server/payments/start-payment.ts'

const services = openServices({ db: database, stripe })

export default serve(createPaymentIntentEndpoint, (order, context) =>
  startVoucherPayment(services, order, context.addressKey),
)
export const config = limitedRoute(createPaymentIntentEndpoint)
