import { restockProduct as endpoint } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { restockProduct } from '#server/products/restock-product'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  (restock, { params, admin }) => restockProduct(services, params.id, restock, admin.id),
  signedIn(services),
)
export const config = route(endpoint)
