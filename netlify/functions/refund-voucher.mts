import { formatPounds } from '#contract/money'
import { refundVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { refundVoucher } from '#server/refunds/refund-voucher'
import { postmark } from '#server/clients/email'
import { stripe } from '#server/clients/stripe'
import { getVoucher } from '#server/vouchers/voucher-detail'

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
