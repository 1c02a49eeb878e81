import { logout } from '#contract/session'
import { signOut } from '#server/accounts/session'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { database } from '#server/services/database'
import { openServices } from '#server/services/services'

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
