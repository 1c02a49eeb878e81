import { adminVoucherEndpoint } from '#contract/admin-vouchers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getVoucher } from '#server/vouchers/voucher-detail.ts'

export default adminEndpoint(adminVoucherEndpoint, (services, _, context) =>
  getVoucher(services, context.params.id),
)
export const config = route(adminVoucherEndpoint)
