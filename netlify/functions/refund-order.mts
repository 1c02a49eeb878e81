import { refundOrderEndpoint } from '#contract/admin-orders'
import { formatPounds } from '#contract/money'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { getOrder } from '#server/orders/get-order'
import { refundOrder } from '#server/refunds/refund-order'
import { postmark } from '#server/clients/email'
import { stripe } from '#server/clients/stripe'

export default adminEndpoint(
  refundOrderEndpoint,
  async (services, { amount, expectedAmount, ...wanted }, context) => {
    const orderId = context.params.id
    const pence = { pence: amount, expectedPence: expectedAmount }
    const refund = await refundOrder(services, { ...wanted, ...pence, orderId, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    const order = await getOrder(services.db, orderId)
    return { ...refund, refunded: formatPounds(refund.refundedPence), order }
  },
  { stripe, email: postmark },
)
export const config = route(refundOrderEndpoint)
