import { adminRequestsEndpoint } from '#contract/requests.ts'
import { listRequests } from '#server/enquiries/list-requests.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(adminRequestsEndpoint, async (services, _, context) => {
  const { requests, cursor } = await listRequests(services.db, context.query)
  context.setNextCursor(cursor)
  return requests
})
export const config = route(adminRequestsEndpoint)
