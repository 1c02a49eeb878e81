import { resendEmailEndpoint } from '#contract/emails.ts'
import { postmark } from '#server/clients/email.ts'
import { sendAgain } from '#server/delivery/send-again.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(
  resendEmailEndpoint,
  async (services, { recipientEmail }, context) => {
    await sendAgain(services, { id: context.params.id, recipient: recipientEmail, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return { queued: true as const }
  },
  { email: postmark },
)
export const config = route(resendEmailEndpoint)
