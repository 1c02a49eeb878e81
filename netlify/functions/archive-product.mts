import { archiveProductEndpoint } from '#contract/admin-products.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { archiveProduct } from '#server/products/archive-product.ts'

export default adminEndpoint(archiveProductEndpoint, async (services, _, { params, admin }) => {
  await archiveProduct(services, params.id, admin.id)
  return { archived: true as const }
})
export const config = route(archiveProductEndpoint)
