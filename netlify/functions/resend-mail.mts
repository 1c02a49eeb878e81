import { resendMail as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { resendMail } from '#server/email/resend-email'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

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
