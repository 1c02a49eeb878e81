import { adminVoucherEndpoint } from '#contract/admin-vouchers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getVoucher } from '#server/vouchers/voucher-detail'

export default adminEndpoint(adminVoucherEndpoint, (services, _, context) =>
  getVoucher(services, context.params.id),
)
export const config = route(adminVoucherEndpoint)
