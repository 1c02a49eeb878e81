import { releaseAlert as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { releaseAlert } from '#server/payments/release-alert'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

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
