import { generateVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { postmark } from '#server/clients/email'
import { generateVoucher } from '#server/vouchers/generate-voucher'

export default adminEndpoint(
  generateVoucherEndpoint,
  async (services, wanted, context) => {
    const voucher = await generateVoucher(services, context.admin.id, wanted)
    context.waitUntil(sendEmails(services))
    return { voucher }
  },
  { email: postmark },
)
export const config = route(generateVoucherEndpoint)
