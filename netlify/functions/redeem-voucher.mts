import { redeemVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { redeemVoucher } from '#server/vouchers/change-balance'

export default adminEndpoint(redeemVoucherEndpoint, (services, body, context) =>
  redeemVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, body),
)
export const config = route(redeemVoucherEndpoint)
