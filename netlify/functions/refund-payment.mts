import { formatPounds } from '#contract/money'
import { refundPaymentEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { refundPayment } from '#server/refunds/refund-payment'
import { postmark } from '#server/clients/email'
import { stripe } from '#server/clients/stripe'

export default adminEndpoint(
  refundPaymentEndpoint,
  async (services, { expectedAmount }, context) => {
    const request = { paymentId: context.params.id, actor: context.admin.id, expectedPence: expectedAmount }
    const { refundedPence, state } = await refundPayment(services, request)
    context.waitUntil(sendEmails(services))
    return { refunded: formatPounds(refundedPence), state }
  },
  { stripe, email: postmark },
)
export const config = route(refundPaymentEndpoint)
