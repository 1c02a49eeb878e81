import { adminStatsEndpoint } from '#contract/reports.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getStats } from '#server/reports/stats.ts'

export default adminEndpoint(adminStatsEndpoint, (services) => getStats(services))
export const config = route(adminStatsEndpoint)
