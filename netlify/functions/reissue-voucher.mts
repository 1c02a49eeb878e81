import { reissueVoucherEndpoint } from '#contract/voucher-changes.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { reissueVoucher } from '#server/vouchers/give-at-desk.ts'

export default adminEndpoint(
  reissueVoucherEndpoint,
  async (services, wanted, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await reissueVoucher(services, change, wanted)
    context.waitUntil(sendEmails(services))
    return detail
  },
  { email: postmark },
)
export const config = route(reissueVoucherEndpoint)
