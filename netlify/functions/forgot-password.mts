import { forgotPassword } from '#contract/session'
import { requestReset } from '#server/auth/request-reset'
import { fromOurSite } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

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
