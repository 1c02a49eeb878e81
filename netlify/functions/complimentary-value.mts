import { complimentaryValueEndpoint } from '#contract/complimentary-value.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getComplimentaryValue } from '#server/vouchers/complimentary-value.ts'

export default adminEndpoint(complimentaryValueEndpoint, (services) => getComplimentaryValue(services))
export const config = route(complimentaryValueEndpoint)
