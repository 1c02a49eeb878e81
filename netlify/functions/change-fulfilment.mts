import { changeFulfilmentEndpoint } from '#contract/admin-orders.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'

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
