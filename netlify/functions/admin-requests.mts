import { adminRequestsEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listRequests } from '#server/enquiries/list-requests'

export default adminEndpoint(adminRequestsEndpoint, async (services, _, context) => {
  const { requests, cursor } = await listRequests(services.db, context.query)
  context.setNextCursor(cursor)
  return requests
})
export const config = route(adminRequestsEndpoint)
