import { welcomeEndpoint } from '#contract/welcome.ts'
import { createFirstOwner } from '#server/auth/create-first-owner.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { sameOriginOnly } from '#server/http/csrf.ts'
import { route, serve } from '#server/http/serve.ts'

const services = openServices({ db: database })

export default serve(
  welcomeEndpoint,
  async (given, context) => {
    await createFirstOwner(services, given, context.addressKey)
    return { created: true as const }
  },
  sameOriginOnly,
)
export const config = route(welcomeEndpoint)
