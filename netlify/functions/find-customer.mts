import { findCustomer as endpoint } from '#contract/customers'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { findCustomer } from '#server/reports/find-customer'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(endpoint, (who) => findCustomer(services, who), signedIn(services))
export const config = route(endpoint)
