import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { startingEndpoints, startingHandlers } from '#server/endpoints/starting.ts'
import { limitedConfig, serve } from '#server/http/serve.ts'

export default serve(startingEndpoints, startingHandlers, openServices({ db: database, stripe }))
export const config = limitedConfig(startingEndpoints)
