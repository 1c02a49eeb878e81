import { settleNow as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { settleNow } from '#server/payments/settle-now'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(
  endpoint,
  async (_body, call) => {
    const outcome = await settleNow(services, call.params.id)
    call.waitUntil(sendMail(services))
    return { outcome }
  },
  signedIn(services),
)
export const config = route(endpoint)
