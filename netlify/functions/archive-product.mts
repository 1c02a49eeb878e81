import { archiveProductEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { archiveProduct } from '#server/products/archive-product'

export default adminEndpoint(archiveProductEndpoint, async (services, _, { params, admin }) => {
  await archiveProduct(services, params.id, admin.id)
  return { archived: true as const }
})
export const config = route(archiveProductEndpoint)
