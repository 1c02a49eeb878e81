import { attentionEndpoint } from '#contract/reports'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listAttention } from '#server/reports/attention'

export default adminEndpoint(attentionEndpoint, (services) => listAttention(services))
export const config = route(attentionEndpoint)
