import { adminOrdersEndpoint } from '#contract/admin-orders.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listOrders } from '#server/orders/list-orders.ts'

export default adminEndpoint(adminOrdersEndpoint, async (services, _, context) => {
  const { orders, cursor } = await listOrders(services.db, context.query)
  context.setNextCursor(cursor)
  return orders
})
export const config = route(adminOrdersEndpoint)
