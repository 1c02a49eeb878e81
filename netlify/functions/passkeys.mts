import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { passkeysHandlers } from '#server/endpoints/passkeys.ts'
import { functionConfig, serve } from '#server/http/serve.ts'

export default serve(passkeysEndpoints, passkeysHandlers, openServices({ db: database, email: postmark }))
export const config = functionConfig(passkeysEndpoints)
