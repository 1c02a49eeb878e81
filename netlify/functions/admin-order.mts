import { adminOrderEndpoint } from '#contract/admin-orders'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getOrder } from '#server/orders/get-order'

export default adminEndpoint(adminOrderEndpoint, (services, _, { params }) =>
  getOrder(services.db, params.id),
)
export const config = route(adminOrderEndpoint)
