import { adminProducts } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { listAdminProducts } from '#server/products/list-admin-products'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  adminProducts,
  async (_, call) => {
    const { products, next } = await listAdminProducts(services.db, call.query)
    call.continueAt(next)
    return products
  },
  signedIn(services),
)
export const config = route(adminProducts)
