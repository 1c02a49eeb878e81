import { adminProductsEndpoint } from '#contract/admin-products.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listAdminProducts } from '#server/products/list-admin-products.ts'

export default adminEndpoint(adminProductsEndpoint, async (services, _, context) => {
  const { products, next } = await listAdminProducts(services.db, context.query)
  context.setNextCursor(next)
  return products
})
export const config = route(adminProductsEndpoint)
