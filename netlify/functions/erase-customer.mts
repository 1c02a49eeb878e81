import { eraseCustomerEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'

export default adminEndpoint(eraseCustomerEndpoint, (services, { email }, { admin }) =>
  eraseCustomer(services, email, admin.id),
)
export const config = route(eraseCustomerEndpoint)
