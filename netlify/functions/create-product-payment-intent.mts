import { createProductPaymentIntent } from '#contract/orders'
import { route, serve } from '#server/http/serve'
import { startProductPayment } from '#server/payments/start-product-payment'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe })

export default serve(createProductPaymentIntent, (order, caller) =>
  startProductPayment(services, order, caller.addressKey),
)
export const config = route(createProductPaymentIntent)
