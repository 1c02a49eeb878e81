import { addProduct as endpoint } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { addProduct } from '#server/products/add-product'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  (product, { admin }) => addProduct(services, product, admin.id),
  signedIn(services),
)
export const config = route(endpoint)
