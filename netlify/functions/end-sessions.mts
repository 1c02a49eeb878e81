import { endSessions as endpoint } from '#contract/session'
import { endSessions } from '#server/auth/end-sessions'
import { fromOurSite } from '#server/http/csrf'
import { route, serve } from '#server/http/serve'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  endpoint,
  async ({ token }, call) => {
    await endSessions(services, token, call.addressKey)
    return { ended: true as const }
  },
  fromOurSite,
)
export const config = route(endpoint)
