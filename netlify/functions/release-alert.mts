import { releaseAlert as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { releaseAlert } from '#server/refunds/release-alert'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(
  endpoint,
  async (_body, call) => {
    const { isFrozen } = await releaseAlert(services, { alertId: call.params.id, actor: call.admin.id })
    call.waitUntil(sendMail(services))
    return { frozen: isFrozen }
  },
  signedIn(services),
)
export const config = route(endpoint)
