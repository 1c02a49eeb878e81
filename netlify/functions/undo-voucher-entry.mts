import { undoVoucherEntryEndpoint } from '#contract/change-balance.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { undoVoucherEntry } from '#server/vouchers/change-balance.ts'

export default adminEndpoint(undoVoucherEntryEndpoint, (services, body, context) =>
  undoVoucherEntry(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(undoVoucherEntryEndpoint)
