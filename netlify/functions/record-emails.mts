import { recordEmailsEndpoint } from '#contract/emails.ts'
import { listRecordEmails } from '#server/delivery/undelivered-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(recordEmailsEndpoint, (services, _, context) =>
  listRecordEmails(services, context.params.id),
)
export const config = route(recordEmailsEndpoint)
