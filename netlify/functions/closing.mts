import { closingEndpoint } from '#contract/closing.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getClosing } from '#server/vouchers/get-closing.ts'

export default adminEndpoint(closingEndpoint, (services, _, { query: { day }, admin }) =>
  getClosing(services, admin.id, day),
)
export const config = route(closingEndpoint)
