import { answerRequestEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { answerRequest } from '#server/enquiries/change-request'

export default adminEndpoint(answerRequestEndpoint, (services, _, { params, admin }) =>
  answerRequest(services, params.id, admin.id),
)
export const config = route(answerRequestEndpoint)
