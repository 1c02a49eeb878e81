import { login } from '#contract/session'
import { SESSION_SECONDS, signIn } from '#server/auth/sign-in'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit'
import { fromOurSite } from '#server/http/csrf'
import { limitedRoute, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  login,
  async (credentials, call) => {
    const from = {
      addressKey: call.addressKey,
      device: call.cookie('device'),
      session: call.cookie('session'),
      userAgent: call.userAgent,
    }
    const { token, secret, device, mailed } = await signIn(services, credentials, from)
    call.setCookie('session', secret, SESSION_SECONDS)
    call.setCookie('device', device, DEVICE_SECONDS)
    if (mailed) call.waitUntil(sendMail(services))
    return { token }
  },
  fromOurSite,
)
export const config = limitedRoute(login)
