import { changeFulfilmentsEndpoint } from '#contract/admin-orders'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { changeFulfilments } from '#server/orders/change-fulfilment'
import { postmark } from '#server/clients/email'

export default adminEndpoint(
  changeFulfilmentsEndpoint,
  async (services, { orders }, context) => {
    const results = await changeFulfilments(services, orders, context.admin.id)
    context.waitUntil(sendEmails(services))
    return { results }
  },
  { email: postmark },
)
export const config = route(changeFulfilmentsEndpoint)
