import { redeemVoucherEndpoint } from '#contract/change-balance.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { redeemVoucher } from '#server/vouchers/change-balance.ts'

export default adminEndpoint(redeemVoucherEndpoint, (services, body, context) =>
  redeemVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(redeemVoucherEndpoint)
