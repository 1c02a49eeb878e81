import { createProductPaymentIntentEndpoint } from '#contract/orders.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { route, serve } from '#server/http/serve.ts'
import { startProductPayment } from '#server/payments/start-payment.ts'

const services = openServices({ db: database, stripe })

export default serve(createProductPaymentIntentEndpoint, (order, context) =>
  startProductPayment(services, order, context.addressKey),
)
export const config = route(createProductPaymentIntentEndpoint)
