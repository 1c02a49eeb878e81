import { confirmAppointmentEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { confirmAppointment } from '#server/enquiries/confirm-appointment'
import { postmark } from '#server/clients/email'

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
