import { publicEndpoints } from '#contract/endpoints/public.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { publicHandlers } from '#server/endpoints/public.ts'
import { functionConfig, serve } from '#server/http/serve.ts'

export default serve(
  publicEndpoints,
  publicHandlers,
  openServices({ db: database, email: postmark, breachedPasswords }),
)
export const config = functionConfig(publicEndpoints)
