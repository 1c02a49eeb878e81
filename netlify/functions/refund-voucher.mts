import { formatPounds } from '#contract/money.ts'
import { refundVoucherEndpoint } from '#contract/voucher-changes.ts'
import { postmark } from '#server/clients/email.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { refundVoucher } from '#server/refunds/refund-voucher.ts'
import { getVoucher } from '#server/vouchers/voucher-detail.ts'

export default adminEndpoint(
  refundVoucherEndpoint,
  async (services, { requestId, expectedAmount }, context) => {
    const { id } = context.params
    const wanted = { requestId, expectedPence: expectedAmount }
    const refund = await refundVoucher(services, id, context.admin.id, wanted)
    context.waitUntil(sendEmails(services))
    return {
      refundedAmount: formatPounds(refund.refundedPence),
      cancelledAmount: formatPounds(refund.cancelledPence),
      state: refund.state,
      ...(await getVoucher(services, id)),
    }
  },
  { stripe, email: postmark },
)
export const config = route(refundVoucherEndpoint)
