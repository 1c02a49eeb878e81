import { eraseCustomer as endpoint } from '#contract/customers'
import { eraseCustomer } from '#server/privacy/erase-customer'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  ({ email }, { admin }) => eraseCustomer(services, email, admin.id),
  signedIn(services),
)
export const config = route(endpoint)
