import { contact } from '#contract/enquiries'
import { receiveMessage } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(contact, async (enquiry, caller) => {
  await receiveMessage(services, enquiry, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return { received: true as const }
})
export const config = route(contact)
