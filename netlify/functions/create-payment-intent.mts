import { createPaymentIntent } from '#contract/vouchers'
import { limitedRoute, serve } from '#server/http/serve'
import { startVoucherPayment } from '#server/payments/start-voucher-payment'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe })

export default serve(createPaymentIntent, (order, caller) =>
  startVoucherPayment(services, order, caller.addressKey),
)
export const config = limitedRoute(createPaymentIntent)
