import { findCustomerEndpoint } from '#contract/customers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { findCustomer } from '#server/reports/find-customer'

export default adminEndpoint(findCustomerEndpoint, (services, who) => findCustomer(services, who))
export const config = route(findCustomerEndpoint)
