import { addProductEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { addProduct } from '#server/products/add-product'

export default adminEndpoint(addProductEndpoint, (services, product, { admin }) =>
  addProduct(services, product, admin.id),
)
export const config = route(addProductEndpoint)
