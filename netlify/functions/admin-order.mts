import { adminOrder } from '#contract/admin-orders'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { getOrder } from '#server/orders/get-order'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(adminOrder, (_, { params }) => getOrder(services.db, params.id), signedIn(services))
export const config = route(adminOrder)
