import { changeAddressEndpoint } from '#contract/emails.ts'
import { postmark } from '#server/clients/email.ts'
import { changeAddress } from '#server/delivery/change-address.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(
  changeAddressEndpoint,
  async (services, body, context) => {
    await changeAddress(services, body, context.admin.id)
    context.waitUntil(sendEmails(services))
    return { changed: true as const }
  },
  { email: postmark },
)
export const config = route(changeAddressEndpoint)
