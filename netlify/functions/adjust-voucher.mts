import { adjustVoucherEndpoint } from '#contract/change-balance.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { adjustVoucher } from '#server/vouchers/change-balance.ts'

export default adminEndpoint(adjustVoucherEndpoint, (services, body, context) =>
  adjustVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(adjustVoucherEndpoint)
