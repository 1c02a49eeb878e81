import { loginEndpoint } from '#contract/session.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import { SESSION_SECONDS, signIn } from '#server/auth/sign-in.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { sameOriginOnly } from '#server/http/csrf.ts'
import { limitedRoute, serve } from '#server/http/serve.ts'

const services = openServices({ db: database, email: postmark })

export default serve(
  loginEndpoint,
  async (credentials, context) => {
    const from = {
      addressKey: context.addressKey,
      device: context.cookie('device'),
      session: context.cookie('session'),
      userAgent: context.userAgent,
    }
    const { token, secret, device, isNewDevice: mailed } = await signIn(services, credentials, from)
    context.setCookie('session', secret, SESSION_SECONDS)
    context.setCookie('device', device, DEVICE_SECONDS)
    if (mailed) context.waitUntil(sendEmails(services))
    return { token }
  },
  sameOriginOnly,
)
export const config = limitedRoute(loginEndpoint)
