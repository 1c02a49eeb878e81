import { customersEndpoint } from '#contract/customers.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listCustomers } from '#server/reports/list-customers.ts'

export default adminEndpoint(customersEndpoint, async (services, _, context) => {
  const { people, cursor } = await listCustomers(services.db, context.query)
  context.setNextCursor(cursor)
  return people
})
export const config = route(customersEndpoint)
