import { adminProductEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getAdminProduct } from '#server/products/admin-product'

export default adminEndpoint(adminProductEndpoint, (services, _, { params }) =>
  getAdminProduct(services.db, params.id),
)
export const config = route(adminProductEndpoint)
