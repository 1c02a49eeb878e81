import { answerRequestEndpoint } from '#contract/requests.ts'
import { answerRequest } from '#server/enquiries/change-request.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(answerRequestEndpoint, (services, _, { params, admin }) =>
  answerRequest(services, params.id, admin.id),
)
export const config = route(answerRequestEndpoint)
