import { extendVoucherEndpoint } from '#contract/voucher-changes.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { extendVoucher } from '#server/vouchers/extend-voucher.ts'

export default adminEndpoint(extendVoucherEndpoint, (services, { expiryDate }, context) =>
  extendVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, expiryDate),
)
export const config = route(extendVoucherEndpoint)
