import { adminVouchersEndpoint } from '#contract/admin-vouchers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listVouchers } from '#server/vouchers/list-vouchers.ts'

export default adminEndpoint(adminVouchersEndpoint, async (services, _, context) => {
  const { vouchers, cursor } = await listVouchers(services, context.query)
  context.setNextCursor(cursor)
  return vouchers
})
export const config = route(adminVouchersEndpoint)
