import { refundOrder as endpoint } from '#contract/admin-orders'
import { formatPounds } from '#contract/money'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { getOrder } from '#server/orders/get-order'
import { refundOrder } from '#server/payments/refund-order'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(
  endpoint,
  async ({ amount, expectedAmount, ...wanted }, call) => {
    const orderId = call.params.id
    const pence = { pence: amount, expectedPence: expectedAmount }
    const refund = await refundOrder(services, { ...wanted, ...pence, orderId, actor: call.admin.id })
    call.waitUntil(sendMail(services))
    const order = await getOrder(services.db, orderId)
    return { ...refund, refunded: formatPounds(refund.refundedPence), order }
  },
  signedIn(services),
)
export const config = route(endpoint)
