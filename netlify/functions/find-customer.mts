import { findCustomerEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { findCustomer } from '#server/reports/find-customer.ts'

export default adminEndpoint(findCustomerEndpoint, (services, who) => findCustomer(services, who))
export const config = route(findCustomerEndpoint)
