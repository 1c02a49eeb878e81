import { changeFulfilment as endpoint } from '#contract/admin-orders'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { changeFulfilment } from '#server/orders/change-fulfilment'
import { getOrder } from '#server/orders/get-order'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  endpoint,
  async (change, call) => {
    const { id } = call.params
    await changeFulfilment(services, { ...change, orderId: id, actor: call.admin.id })
    call.waitUntil(sendMail(services))
    return await getOrder(services.db, id)
  },
  signedIn(services),
)
export const config = route(endpoint)
