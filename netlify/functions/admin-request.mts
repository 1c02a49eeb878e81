import { adminRequestEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { getRequest } from '#server/enquiries/list-requests'

export default adminEndpoint(adminRequestEndpoint, ({ db }, _, { params }) => getRequest(db, params.id))
export const config = route(adminRequestEndpoint)
