import { requestCountsEndpoint } from '#contract/requests.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { countUnanswered } from '#server/reports/attention.ts'

export default adminEndpoint(requestCountsEndpoint, countUnanswered)
export const config = route(requestCountsEndpoint)
