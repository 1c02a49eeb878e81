import { login } from '#contract/session'
import { SESSION_SECONDS, signIn } from '#server/accounts/sign-in'
import { DEVICE_SECONDS } from '#server/accounts/failures'
import { fromOurSite } from '#server/http/our-site'
import { route, serve } from '#server/http/serve'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(
  login,
  async (credentials, call) => {
    const from = {
      addressKey: call.addressKey,
      device: call.cookie('device'),
      session: call.cookie('session'),
    }
    const { token, secret, device } = await signIn(services, credentials, from)
    call.setCookie('session', secret, SESSION_SECONDS)
    call.setCookie('device', device, DEVICE_SECONDS)
    return { token }
  },
  fromOurSite,
)
export const config = route(login)
