import { adjustVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { adjustVoucher } from '#server/vouchers/change-balance'

export default adminEndpoint(adjustVoucherEndpoint, (services, body, context) =>
  adjustVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(adjustVoucherEndpoint)
