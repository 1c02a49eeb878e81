import { session } from '#contract/session'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

const services = openServices({ db: database })

export default serve(
  session,
  async (_body, { admin }) => ({ email: admin.email, expiresAt: admin.expiresAt.toISOString() }),
  signedIn(services),
)
export const config = route(session)
