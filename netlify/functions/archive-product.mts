import { archiveProduct as endpoint } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { archiveProduct } from '#server/products/archive-product'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  async (_, { params, admin }) => {
    await archiveProduct(services, params.id, admin.id)
    return { archived: true as const }
  },
  signedIn(services),
)
export const config = route(endpoint)
