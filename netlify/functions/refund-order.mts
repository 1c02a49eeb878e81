import { refundOrder as endpoint } from '#contract/admin-orders'
import { formatPounds } from '#contract/money'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { getOrder } from '#server/orders/get-order'
import { refundOrder } from '#server/refunds/refund-order'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

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
