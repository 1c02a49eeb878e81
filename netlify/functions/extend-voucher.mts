import { extendVoucherEndpoint } from '#contract/voucher-changes'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { extendVoucher } from '#server/vouchers/extend-voucher'

export default adminEndpoint(extendVoucherEndpoint, (services, { expiryDate }, context) =>
  extendVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, expiryDate),
)
export const config = route(extendVoucherEndpoint)
