import { contactEndpoint } from '#contract/enquiries'
import { receiveMessage } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, email: postmark })

export default serve(contactEndpoint, async (enquiry, context) => {
  await receiveMessage(services, enquiry, context.addressKey)
  context.waitUntil(sendEmails(services))
  return { received: true as const }
})
export const config = route(contactEndpoint)
