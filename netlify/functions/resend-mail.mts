import { resendEmailEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { resendEmail } from '#server/email/outbox'
import { sendEmails } from '#server/email/send-emails'
import { postmark } from '#server/clients/email'

export default adminEndpoint(
  resendEmailEndpoint,
  async (services, { recipientEmail }, context) => {
    await resendEmail(services, { id: context.params.id, recipient: recipientEmail, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return { queued: true as const }
  },
  { email: postmark },
)
export const config = route(resendEmailEndpoint)
