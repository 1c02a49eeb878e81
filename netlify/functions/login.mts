import { login } from '#contract/session'
import { SESSION_SECONDS, signIn } from '#server/accounts/sign-in'
import { DEVICE_SECONDS } from '#server/accounts/failures'
import { fromOurSite } from '#server/http/our-site'
import { limitedRoute, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

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
