import { findPurchaseEndpoint } from '#contract/purchases.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { route, serve } from '#server/http/serve.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'

const services = openServices({ db: database })

export default serve(findPurchaseEndpoint, ({ token }, context) =>
  findPurchase(services, token, context.addressKey),
)
export const config = route(findPurchaseEndpoint)
