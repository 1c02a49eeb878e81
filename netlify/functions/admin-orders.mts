import { adminOrders } from '#contract/admin-orders'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { listOrders } from '#server/orders/list-orders'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  adminOrders,
  async (_, call) => {
    const { orders, cursor } = await listOrders(services.db, call.query)
    call.continueAt(cursor)
    return orders
  },
  signedIn(services),
)
export const config = route(adminOrders)
