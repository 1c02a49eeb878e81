import { resetPasswordEndpoint } from '#contract/session.ts'
import { resetPassword } from '#server/auth/reset-password.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { sameOriginOnly } from '#server/http/csrf.ts'
import { route, serve } from '#server/http/serve.ts'

const services = openServices({ db: database, email: postmark })

export default serve(
  resetPasswordEndpoint,
  async (asked, context) => {
    const { device } = await resetPassword(services, asked, context.addressKey)
    context.setCookie('device', device, DEVICE_SECONDS)
    context.setCookie('session', '', 0)
    context.waitUntil(sendEmails(services))
    return { reset: true as const }
  },
  sameOriginOnly,
)
export const config = route(resetPasswordEndpoint)
