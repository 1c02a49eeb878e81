import { adminOrdersEndpoint } from '#contract/admin-orders'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listOrders } from '#server/orders/list-orders'

export default adminEndpoint(adminOrdersEndpoint, async (services, _, context) => {
  const { orders, cursor } = await listOrders(services.db, context.query)
  context.setNextCursor(cursor)
  return orders
})
export const config = route(adminOrdersEndpoint)
