import { extendVoucherEndpoint } from '#contract/voucher-changes.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { extendVoucher } from '#server/vouchers/extend-voucher.ts'

export default adminEndpoint(
  extendVoucherEndpoint,
  async (services, { expiryDate }, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await extendVoucher(services, change, expiryDate)
    context.waitUntil(sendEmails(services))
    return detail
  },
  { email: postmark },
)
export const config = route(extendVoucherEndpoint)
