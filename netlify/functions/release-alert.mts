import { releaseAlertEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { releaseAlert } from '#server/refunds/release-alert'
import { postmark } from '#server/clients/email'
import { stripe } from '#server/clients/stripe'

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
