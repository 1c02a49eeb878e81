import { adminVouchersEndpoint } from '#contract/admin-vouchers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listVouchers } from '#server/vouchers/list-vouchers'

export default adminEndpoint(adminVouchersEndpoint, async (services, _, context) => {
  const { vouchers, cursor } = await listVouchers(services, context.query)
  context.setNextCursor(cursor)
  return vouchers
})
export const config = route(adminVouchersEndpoint)
