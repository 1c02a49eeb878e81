import { forgotPasswordEndpoint } from '#contract/session'
import { requestReset } from '#server/auth/reset-password'
import { sameOriginOnly } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, email: postmark })

export default serve(
  forgotPasswordEndpoint,
  async ({ email }, context) => {
    await requestReset(services, email, context.addressKey)
    context.waitUntil(sendEmails(services))
    return { sent: true as const }
  },
  sameOriginOnly,
)
export const config = route(forgotPasswordEndpoint)
