import { portalEndpoints } from '#contract/endpoints/portal.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'
import { buildHook } from '#server/clients/build-hook.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { portalHandlers } from '#server/endpoints/portal.ts'
import { functionConfig, serve } from '#server/http/serve.ts'

export default serve(
  portalEndpoints,
  portalHandlers,
  openServices({ db: database, stripe, email: postmark, buildHook, breachedPasswords }),
)
export const config = functionConfig(portalEndpoints)
