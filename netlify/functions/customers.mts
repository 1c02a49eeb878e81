import { customers } from '#contract/customers'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { listCustomers } from '#server/reports/list-customers'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  customers,
  async (_, call) => {
    const { people, cursor } = await listCustomers(services.db, call.query)
    call.continueAt(cursor)
    return people
  },
  signedIn(services),
)
export const config = route(customers)
