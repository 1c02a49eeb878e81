import { confirmAppointmentEndpoint } from '#contract/admin-enquiries.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { confirmAppointment } from '#server/enquiries/confirm-appointment.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(
  confirmAppointmentEndpoint,
  async (services, appointment, context) => {
    const result = await confirmAppointment(services, appointment, {
      id: context.params.id,
      actor: context.admin.id,
    })
    context.waitUntil(sendEmails(services))
    return result
  },
  { email: postmark },
)
export const config = route(confirmAppointmentEndpoint)
