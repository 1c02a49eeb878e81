import { settleNowEndpoint } from '#contract/reports.ts'
import { postmark } from '#server/clients/email.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { settleNow } from '#server/settlement/settle-payments.ts'

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
