import { listCountsEndpoint } from '#contract/list-counts.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { countLists } from '#server/search/count-lists.ts'

export default adminEndpoint(listCountsEndpoint, countLists)
export const config = route(listCountsEndpoint)
