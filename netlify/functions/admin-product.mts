import { adminProduct } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { getAdminProduct } from '#server/products/admin-product'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  adminProduct,
  (_, { params }) => getAdminProduct(services.db, params.id),
  signedIn(services),
)
export const config = route(adminProduct)
