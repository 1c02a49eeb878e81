import { exportCustomerEndpoint } from '#contract/customers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { findCustomer } from '#server/reports/find-customer'

export default adminEndpoint(exportCustomerEndpoint, async (services, who) => ({
  exportedAt: services.clock.now().toISOString(),
  ...(await findCustomer(services, who)),
}))
export const config = route(exportCustomerEndpoint)
