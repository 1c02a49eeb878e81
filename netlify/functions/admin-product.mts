import { adminProductEndpoint } from '#contract/admin-products.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getAdminProduct } from '#server/products/admin-product.ts'

export default adminEndpoint(adminProductEndpoint, (services, _, { params }) =>
  getAdminProduct(services.db, params.id),
)
export const config = route(adminProductEndpoint)
