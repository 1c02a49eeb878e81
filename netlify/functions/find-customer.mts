import { findCustomerEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { findCustomer } from '#server/reports/find-customer.ts'

export default adminEndpoint(findCustomerEndpoint, (services, who, { admin }) =>
  findCustomer(services, who, { actor: admin.id, action: 'person_found' }),
)
export const config = route(findCustomerEndpoint)
