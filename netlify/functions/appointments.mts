import { appointmentsEndpoint } from '#contract/enquiries'
import { receiveAppointment } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, email: postmark })

export default serve(appointmentsEndpoint, async (enquiry, context) => {
  await receiveAppointment(services, enquiry, context.addressKey)
  context.waitUntil(sendEmails(services))
  return { received: true as const }
})
export const config = route(appointmentsEndpoint)
