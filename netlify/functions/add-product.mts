import { addProductEndpoint } from '#contract/admin-products.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { addProduct } from '#server/products/add-product.ts'

export default adminEndpoint(addProductEndpoint, (services, product, { admin }) =>
  addProduct(services, product, admin.id),
)
export const config = route(addProductEndpoint)
