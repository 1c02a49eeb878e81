import { findVoucherEndpoint } from '#contract/admin-vouchers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { findByCode } from '#server/vouchers/voucher-detail.ts'

export default adminEndpoint(findVoucherEndpoint, (services, { code }) => findByCode(services, code))
export const config = route(findVoucherEndpoint)
