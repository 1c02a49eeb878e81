import { loginEndpoint } from '#contract/session'
import { SESSION_SECONDS, signIn } from '#server/auth/sign-in'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit'
import { sameOriginOnly } from '#server/http/csrf'
import { limitedRoute, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

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
