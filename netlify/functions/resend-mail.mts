import { resendMail } from '#contract/reports'
import { DomainError } from '#server/domain-error'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { requeueMail } from '#server/mail/outbox'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  resendMail,
  async ({ recipient }, call) => {
    const now = services.clock.now()
    const [taken] = await services.db.run(requeueMail(call.params.id, recipient, call.admin.id, now))
    if (!taken) throw new DomainError('not_found', 'This mail is no longer waiting to be sent.')
    call.waitUntil(sendMail(services))
    return { queued: true as const }
  },
  signedIn(services),
)
export const config = route(resendMail)
