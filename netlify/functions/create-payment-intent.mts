import { createPaymentIntent } from '#contract/vouchers'
import { route, serve } from '#server/http/serve'
import { startVoucherPayment } from '#server/payments/start-voucher-payment'
import { services } from '#server/services/services'

export default serve(createPaymentIntent, (order, caller) =>
  startVoucherPayment(services, order, caller.addressKey),
)
export const config = route(createPaymentIntent)
