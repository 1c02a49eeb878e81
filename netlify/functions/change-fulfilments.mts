import { changeFulfilmentsEndpoint } from '#contract/admin-orders.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeFulfilments } from '#server/orders/change-fulfilment.ts'

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
