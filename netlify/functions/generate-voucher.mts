import { generateVoucherEndpoint } from '#contract/generate-voucher.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { generateVoucher } from '#server/vouchers/generate-voucher.ts'

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
