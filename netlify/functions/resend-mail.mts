import { resendMail as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { resendMail } from '#server/mail/resend-mail'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  endpoint,
  async ({ recipientEmail }, call) => {
    await resendMail(services, { id: call.params.id, recipient: recipientEmail, actor: call.admin.id })
    call.waitUntil(sendMail(services))
    return { queued: true as const }
  },
  signedIn(services),
)
export const config = route(endpoint)
