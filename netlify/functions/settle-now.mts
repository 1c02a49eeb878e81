import { settleNowEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { settleNow } from '#server/settlement/settle-payments'
import { postmark } from '#server/clients/email'
import { stripe } from '#server/clients/stripe'

export default adminEndpoint(
  settleNowEndpoint,
  async (services, _body, context) => {
    const outcome = await settleNow(services, context.params.id)
    context.waitUntil(sendEmails(services))
    return { outcome }
  },
  { stripe, email: postmark },
)
export const config = route(settleNowEndpoint)
