import { changeFulfilmentsEndpoint } from '#contract/admin-orders.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmailsLater } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeFulfilments, EMAIL_WAIT_MS } from '#server/orders/change-fulfilment.ts'

export default adminEndpoint(
  changeFulfilmentsEndpoint,
  async (services, { orders }, context) => {
    const results = await changeFulfilments(services, orders, context.admin.id)
    if (orders.some(({ fulfilment }) => fulfilment === 'ready'))
      context.waitUntil(sendEmailsLater(services, EMAIL_WAIT_MS))
    return { results }
  },
  { email: postmark },
)
export const config = route(changeFulfilmentsEndpoint)
