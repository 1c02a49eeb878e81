import { session } from '#contract/session'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  session,
  async (_body, { admin }) => ({ email: admin.email, expiresAt: admin.expiresAt.toISOString() }),
  signedIn(services),
)
export const config = route(session)
