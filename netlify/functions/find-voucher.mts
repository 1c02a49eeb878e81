import { findVoucherEndpoint } from '#contract/admin-vouchers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { findByCode } from '#server/vouchers/voucher-detail'

export default adminEndpoint(findVoucherEndpoint, (services, { code }) => findByCode(services, code))
export const config = route(findVoucherEndpoint)
