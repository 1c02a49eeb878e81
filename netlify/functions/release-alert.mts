import { releaseAlertEndpoint } from '#contract/reports.ts'
import { postmark } from '#server/clients/email.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { releaseAlert } from '#server/refunds/release-alert.ts'

export default adminEndpoint(
  releaseAlertEndpoint,
  async (services, _body, context) => {
    const { isFrozen } = await releaseAlert(services, { alertId: context.params.id, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return { frozen: isFrozen }
  },
  { stripe, email: postmark },
)
export const config = route(releaseAlertEndpoint)
