import { chartsEndpoint } from '#contract/reports.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getCharts } from '#server/reports/charts.ts'

export default adminEndpoint(chartsEndpoint, (services) => getCharts(services))
export const config = route(chartsEndpoint)
