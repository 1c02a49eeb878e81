import { sessionEndpoint } from '#contract/session.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(sessionEndpoint, async (_services, _body, { admin }) => ({
  email: admin.email,
  expiresAt: admin.expiresAt.toISOString(),
}))
export const config = route(sessionEndpoint)
