import { restockProductEndpoint } from '#contract/admin-products.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { restockProduct } from '#server/products/restock-product.ts'

export default adminEndpoint(restockProductEndpoint, (services, restock, { params, admin }) =>
  restockProduct(services, params.id, restock, admin.id),
)
export const config = route(restockProductEndpoint)
