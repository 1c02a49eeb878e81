import { adminOrder } from '#contract/admin-orders'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { getOrder } from '#server/orders/get-order'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(adminOrder, (_, { params }) => getOrder(services.db, params.id), signedIn(services))
export const config = route(adminOrder)
