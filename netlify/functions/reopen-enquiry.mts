import { reopenEnquiryEndpoint } from '#contract/admin-enquiries.ts'
import { reopenEnquiry } from '#server/enquiries/change-enquiry.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(reopenEnquiryEndpoint, (services, _, { params, admin }) =>
  reopenEnquiry(services, params.id, admin.id),
)
export const config = route(reopenEnquiryEndpoint)
