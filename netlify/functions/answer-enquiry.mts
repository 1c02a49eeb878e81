import { answerEnquiryEndpoint } from '#contract/admin-enquiries.ts'
import { answerEnquiry } from '#server/enquiries/change-enquiry.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(answerEnquiryEndpoint, (services, _, { params, admin }) =>
  answerEnquiry(services, params.id, admin.id),
)
export const config = route(answerEnquiryEndpoint)
