import { formatPounds } from '#contract/money.ts'
import { refundPaymentEndpoint } from '#contract/reports.ts'
import { postmark } from '#server/clients/email.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { refundPayment } from '#server/refunds/refund-payment.ts'

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
