import { createProductPaymentIntentEndpoint } from '#contract/orders'
import { route, serve } from '#server/http/serve'
import { startProductPayment } from '#server/payments/start-payment'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe })

export default serve(createProductPaymentIntentEndpoint, (order, context) =>
  startProductPayment(services, order, context.addressKey),
)
export const config = route(createProductPaymentIntentEndpoint)
