import { resetPassword as endpoint } from '#contract/session'
import { resetPassword } from '#server/auth/reset-password'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit'
import { fromOurSite } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  endpoint,
  async (asked, call) => {
    const { device } = await resetPassword(services, asked, call.addressKey)
    call.setCookie('device', device, DEVICE_SECONDS)
    call.setCookie('session', '', 0)
    call.waitUntil(sendMail(services))
    return { reset: true as const }
  },
  fromOurSite,
)
export const config = route(endpoint)
