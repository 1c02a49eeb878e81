import { reopenRequestEndpoint } from '#contract/requests.ts'
import { reopenRequest } from '#server/enquiries/change-request.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(reopenRequestEndpoint, (services, _, { params, admin }) =>
  reopenRequest(services, params.id, admin.id),
)
export const config = route(reopenRequestEndpoint)
