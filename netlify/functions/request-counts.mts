import { requestCountsEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { countUnanswered } from '#server/reports/attention'

export default adminEndpoint(requestCountsEndpoint, countUnanswered)
export const config = route(requestCountsEndpoint)
