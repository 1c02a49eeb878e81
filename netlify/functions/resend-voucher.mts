import { resendVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { postmark } from '#server/clients/email'
import { resendVoucher } from '#server/vouchers/resend-voucher'

export default adminEndpoint(
  resendVoucherEndpoint,
  async (services, { recipientEmail }, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await resendVoucher(services, change, recipientEmail)
    context.waitUntil(sendEmails(services))
    return detail
  },
  { email: postmark },
)
export const config = route(resendVoucherEndpoint)
