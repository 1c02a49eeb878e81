import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { buyingHandlers } from '#server/endpoints/buying.ts'
import { functionConfig, serve } from '#server/http/serve.ts'

export default serve(buyingEndpoints, buyingHandlers, openServices({ db: database, stripe, email: postmark }))
export const config = functionConfig(buyingEndpoints)
