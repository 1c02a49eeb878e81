import { endSessionsEndpoint } from '#contract/session'
import { endSessions } from '#server/auth/end-sessions'
import { sameOriginOnly } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

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
