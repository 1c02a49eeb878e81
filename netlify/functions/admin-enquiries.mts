import { adminEnquiriesEndpoint } from '#contract/admin-enquiries.ts'
import { listEnquiries } from '#server/enquiries/list-enquiries.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(adminEnquiriesEndpoint, async (services, _, context) => {
  const { enquiries, cursor } = await listEnquiries(services.db, context.query)
  context.setNextCursor(cursor)
  return enquiries
})
export const config = route(adminEnquiriesEndpoint)
