import { changeRequestNoteEndpoint } from '#contract/requests.ts'
import { changeRequestNote } from '#server/enquiries/change-request.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(changeRequestNoteEndpoint, (services, change, { params }) =>
  changeRequestNote(services, params.id, change),
)
export const config = route(changeRequestNoteEndpoint)
