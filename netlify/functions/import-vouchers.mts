import { importVouchersEndpoint } from '#contract/voucher-import.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { importVouchers } from '#server/vouchers/import-vouchers.ts'

export default adminEndpoint(
  importVouchersEndpoint,
  async (services, wanted, context) => {
    const brought = await importVouchers(services, wanted, context.admin.id)
    if (!wanted.dryRun) context.waitUntil(sendEmails(services))
    return brought
  },
  { email: postmark },
)
export const config = route(importVouchersEndpoint)
