import { formatPounds } from '#contract/money'
import { refundPayment as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { refundPayment } from '#server/payments/refund-payment'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(
  endpoint,
  async ({ expectedAmount }, call) => {
    const request = { paymentId: call.params.id, actor: call.admin.id, expectedPence: expectedAmount }
    const { refundedPence, state } = await refundPayment(services, request)
    call.waitUntil(sendMail(services))
    return { refunded: formatPounds(refundedPence), state }
  },
  signedIn(services),
)
export const config = route(endpoint)
