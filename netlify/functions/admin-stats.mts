import { adminStatsEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getStats } from '#server/reports/stats'

export default adminEndpoint(adminStatsEndpoint, (services) => getStats(services))
export const config = route(adminStatsEndpoint)
