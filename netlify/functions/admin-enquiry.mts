import { adminEnquiryEndpoint } from '#contract/admin-enquiries.ts'
import { getEnquiry } from '#server/enquiries/list-enquiries.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(adminEnquiryEndpoint, ({ db }, _, { params }) => getEnquiry(db, params.id))
export const config = route(adminEnquiryEndpoint)
