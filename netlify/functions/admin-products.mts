import { adminProductsEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listAdminProducts } from '#server/products/list-admin-products'

export default adminEndpoint(adminProductsEndpoint, async (services, _, context) => {
  const { products, next } = await listAdminProducts(services.db, context.query)
  context.setNextCursor(next)
  return products
})
export const config = route(adminProductsEndpoint)
