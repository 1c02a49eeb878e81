import { resetPasswordEndpoint } from '#contract/session'
import { resetPassword } from '#server/auth/reset-password'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit'
import { sameOriginOnly } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

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
