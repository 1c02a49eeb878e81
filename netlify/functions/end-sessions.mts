import { endSessionsEndpoint } from '#contract/session.ts'
import { endSessions } from '#server/auth/end-sessions.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { sameOriginOnly } from '#server/http/csrf.ts'
import { route, serve } from '#server/http/serve.ts'

const services = openServices({ db: database })

export default serve(
  endSessionsEndpoint,
  async ({ token }, context) => {
    await endSessions(services, token, context.addressKey)
    return { ended: true as const }
  },
  sameOriginOnly,
)
export const config = route(endSessionsEndpoint)
