import { formatPounds } from '#contract/money'
import { refundPayment as endpoint } from '#contract/reports'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { refundPayment } from '#server/refunds/refund-payment'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

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
