import { changeEnquiryNoteEndpoint } from '#contract/admin-enquiries.ts'
import { changeEnquiryNote } from '#server/enquiries/change-enquiry.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(changeEnquiryNoteEndpoint, (services, change, { params }) =>
  changeEnquiryNote(services, params.id, change),
)
export const config = route(changeEnquiryNoteEndpoint)
