import { enquiryCountsEndpoint } from '#contract/admin-enquiries.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { countUnanswered } from '#server/reports/attention.ts'

export default adminEndpoint(enquiryCountsEndpoint, countUnanswered)
export const config = route(enquiryCountsEndpoint)
