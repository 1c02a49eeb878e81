import { reopenRequestEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { reopenRequest } from '#server/enquiries/change-request'

export default adminEndpoint(reopenRequestEndpoint, (services, _, { params, admin }) =>
  reopenRequest(services, params.id, admin.id),
)
export const config = route(reopenRequestEndpoint)
