import { forgotPasswordEndpoint } from '#contract/session.ts'
import { requestReset } from '#server/auth/reset-password.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { sameOriginOnly } from '#server/http/csrf.ts'
import { route, serve } from '#server/http/serve.ts'

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
