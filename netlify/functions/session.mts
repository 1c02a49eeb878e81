import { sessionEndpoint } from '#contract/session'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'

export default adminEndpoint(sessionEndpoint, async (_services, _body, { admin }) => ({
  email: admin.email,
  expiresAt: admin.expiresAt.toISOString(),
}))
export const config = route(sessionEndpoint)
