import { customersEndpoint } from '#contract/customers'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { listCustomers } from '#server/reports/list-customers'

export default adminEndpoint(customersEndpoint, async (services, _, context) => {
  const { people, cursor } = await listCustomers(services.db, context.query)
  context.setNextCursor(cursor)
  return people
})
export const config = route(customersEndpoint)
