import { resetPassword as endpoint } from '#contract/session'
import { resetPassword } from '#server/accounts/reset-password'
import { DEVICE_SECONDS } from '#server/accounts/failures'
import { fromOurSite } from '#server/http/our-site'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

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
