import { changeFulfilmentEndpoint } from '#contract/admin-orders'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { changeFulfilment } from '#server/orders/change-fulfilment'
import { getOrder } from '#server/orders/get-order'
import { postmark } from '#server/clients/email'

export default adminEndpoint(
  changeFulfilmentEndpoint,
  async (services, change, context) => {
    const { id } = context.params
    await changeFulfilment(services, { ...change, orderId: id, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return await getOrder(services.db, id)
  },
  { email: postmark },
)
export const config = route(changeFulfilmentEndpoint)
