import { eraseCustomer as endpoint } from '#contract/customers'
import { eraseCustomer } from '#server/erasure/erase-customer'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  ({ email }, { admin }) => eraseCustomer(services, email, admin.id),
  signedIn(services),
)
export const config = route(endpoint)
