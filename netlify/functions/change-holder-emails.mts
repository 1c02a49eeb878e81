import { changeHolderEmailsEndpoint } from '#contract/voucher-changes.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeHolderEmails } from '#server/vouchers/change-holder-emails.ts'

export default adminEndpoint(changeHolderEmailsEndpoint, (services, wanted, context) =>
  changeHolderEmails(services, { voucherId: context.params.id, actor: context.admin.id }, wanted),
)
export const config = route(changeHolderEmailsEndpoint)
