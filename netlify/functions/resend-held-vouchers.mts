import { resendHeldVouchersEndpoint } from '#contract/held-vouchers.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { route, serve } from '#server/http/serve.ts'
import { countResend, resendHeldVouchers } from '#server/vouchers/resend-held-vouchers.ts'

const services = openServices({ db: database, email: postmark })

export default serve(resendHeldVouchersEndpoint, async ({ email }, context) => {
  await countResend(services, context.addressKey)
  context.waitUntil(resendHeldVouchers(services, email).then(() => sendEmails(services)))
  return { sent: true as const }
})
export const config = route(resendHeldVouchersEndpoint)
