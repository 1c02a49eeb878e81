import { refundOrderEndpoint } from '#contract/admin-orders.ts'
import { formatPounds } from '#contract/money.ts'
import { postmark } from '#server/clients/email.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { refundOrder } from '#server/refunds/refund-order.ts'

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
