import { restockProductEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { restockProduct } from '#server/products/restock-product'

export default adminEndpoint(restockProductEndpoint, (services, restock, { params, admin }) =>
  restockProduct(services, params.id, restock, admin.id),
)
export const config = route(restockProductEndpoint)
