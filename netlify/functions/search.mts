import { searchEndpoint } from '#contract/search'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { route } from '#server/http/serve'
import { searchPortal } from '#server/search/search-portal'

export default adminEndpoint(searchEndpoint, (services, _, { query }) => searchPortal(services, query.search))
export const config = route(searchEndpoint)
