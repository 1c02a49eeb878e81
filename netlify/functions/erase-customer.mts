import { eraseCustomerEndpoint } from '#contract/customers'
import { eraseCustomer } from '#server/privacy/erase-customer'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'

export default adminEndpoint(eraseCustomerEndpoint, (services, { email }, { admin }) =>
  eraseCustomer(services, email, admin.id),
)
export const config = route(eraseCustomerEndpoint)
