import { exportCustomerEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { findCustomer } from '#server/reports/find-customer.ts'

export default adminEndpoint(exportCustomerEndpoint, async (services, who, { admin }) => ({
  exportedAt: services.clock.now().toISOString(),
  ...(await findCustomer(services, who, { actor: admin.id, action: 'person_exported' })),
}))
export const config = route(exportCustomerEndpoint)
