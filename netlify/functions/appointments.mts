import { appointments } from '#contract/enquiries'
import { receiveAppointment } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serve(appointments, async (enquiry, caller) => {
  await receiveAppointment(services, enquiry, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return { received: true as const }
})
export const config = route(appointments)
