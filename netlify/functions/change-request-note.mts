import { changeRequestNoteEndpoint } from '#contract/requests'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { changeRequestNote } from '#server/enquiries/change-request'

export default adminEndpoint(changeRequestNoteEndpoint, (services, change, { params }) =>
  changeRequestNote(services, params.id, change),
)
export const config = route(changeRequestNoteEndpoint)
