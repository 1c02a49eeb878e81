import { exportCustomerEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { exportCustomer } from '#server/reports/find-customer.ts'

export default adminEndpoint(exportCustomerEndpoint, (services, who, { admin }) =>
  exportCustomer(services, who, admin.id),
)
export const config = route(exportCustomerEndpoint)
