import { attentionEndpoint } from '#contract/reports.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listAttention } from '#server/reports/attention.ts'

export default adminEndpoint(attentionEndpoint, (services) => listAttention(services))
export const config = route(attentionEndpoint)
