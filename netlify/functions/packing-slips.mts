import { packingSlipsEndpoint } from '#contract/admin-orders.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listPackingSlips } from '#server/orders/list-packing-slips.ts'

export default adminEndpoint(packingSlipsEndpoint, (services, { ids }, { admin }) =>
  listPackingSlips(services, ids, admin.id),
)
export const config = route(packingSlipsEndpoint)
