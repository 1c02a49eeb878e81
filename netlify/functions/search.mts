import { searchEndpoint } from '#contract/search.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { searchPortal } from '#server/search/search-portal.ts'

export default adminEndpoint(searchEndpoint, (services, _, { query }) => searchPortal(services, query.search))
export const config = route(searchEndpoint)
