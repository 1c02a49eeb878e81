import { undoVoucherEntryEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { undoVoucherEntry } from '#server/vouchers/change-balance'

export default adminEndpoint(undoVoucherEntryEndpoint, (services, body, context) =>
  undoVoucherEntry(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(undoVoucherEntryEndpoint)
