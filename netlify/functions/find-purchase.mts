import { findPurchaseEndpoint } from '#contract/purchases'
import { route, serve } from '#server/http/serve'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { findPurchase } from '#server/purchases/find-purchase'

const services = openServices({ db: database })

export default serve(findPurchaseEndpoint, ({ token }, context) =>
  findPurchase(services, token, context.addressKey),
)
export const config = route(findPurchaseEndpoint)
