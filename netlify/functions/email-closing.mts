import { emailClosingEndpoint } from '#contract/closing.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { emailClosing } from '#server/vouchers/email-closing.ts'

export default adminEndpoint(
  emailClosingEndpoint,
  async (services, wanted, context) => {
    await emailClosing(services, context.admin.id, wanted)
    context.waitUntil(sendEmails(services))
    return { queued: true as const }
  },
  { email: postmark },
)
export const config = route(emailClosingEndpoint)
