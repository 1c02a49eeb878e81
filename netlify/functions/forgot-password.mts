import { forgotPassword } from '#contract/session'
import { requestReset } from '#server/accounts/request-reset'
import { fromOurSite } from '#server/http/our-site'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  forgotPassword,
  async ({ email }, call) => {
    await requestReset(services, email, call.addressKey)
    call.waitUntil(sendMail(services))
    return { sent: true as const }
  },
  fromOurSite,
)
export const config = route(forgotPassword)
