import { logout } from '#contract/session'
import { signOut } from '#server/auth/session'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database })

export default serve(
  logout,
  async (_body, call) => {
    await signOut(services, call.admin)
    call.setCookie('session', '', 0)
    return { signedOut: true as const }
  },
  signedIn(services),
)
export const config = route(logout)
