import { importVouchersEndpoint } from '#contract/voucher-import.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { importVouchers } from '#server/vouchers/import-vouchers.ts'

export default adminEndpoint(
  importVouchersEndpoint,
  async (services, slice, context) => {
    const brought = await importVouchers(services, slice, context.admin.id)
    if (slice.isLast && !slice.dryRun) context.waitUntil(sendEmails(services))
    return brought
  },
  { email: postmark },
)
export const config = route(importVouchersEndpoint)
