import { logoutEndpoint } from '#contract/session.ts'
import { signOut } from '#server/auth/session.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(logoutEndpoint, async (services, _body, context) => {
  await signOut(services, context.admin)
  context.setCookie('session', '', 0)
  return { signedOut: true as const }
})
export const config = route(logoutEndpoint)
