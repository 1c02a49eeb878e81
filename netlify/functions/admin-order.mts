import { adminOrderEndpoint } from '#contract/admin-orders.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getOrder } from '#server/orders/get-order.ts'

export default adminEndpoint(adminOrderEndpoint, (services, _, { params }) =>
  getOrder(services.db, params.id),
)
export const config = route(adminOrderEndpoint)
