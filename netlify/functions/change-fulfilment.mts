import { changeFulfilmentEndpoint } from '#contract/admin-orders.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmailsLater } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeFulfilment, EMAIL_WAIT_MS } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'

export default adminEndpoint(
  changeFulfilmentEndpoint,
  async (services, change, context) => {
    const { id } = context.params
    await changeFulfilment(services, { ...change, orderId: id, actor: context.admin.id })
    if (change.fulfilment === 'ready') context.waitUntil(sendEmailsLater(services, EMAIL_WAIT_MS))
    return await getOrder(services.db, id)
  },
  { email: postmark },
)
export const config = route(changeFulfilmentEndpoint)
