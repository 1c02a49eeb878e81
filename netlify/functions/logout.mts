import { logoutEndpoint } from '#contract/session'
import { signOut } from '#server/auth/session'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'

export default adminEndpoint(logoutEndpoint, async (services, _body, context) => {
  await signOut(services, context.admin)
  context.setCookie('session', '', 0)
  return { signedOut: true as const }
})
export const config = route(logoutEndpoint)
