import { adminRequestEndpoint } from '#contract/requests.ts'
import { getRequest } from '#server/enquiries/list-requests.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(adminRequestEndpoint, ({ db }, _, { params }) => getRequest(db, params.id))
export const config = route(adminRequestEndpoint)
