import { dismissEmailEndpoint } from '#contract/emails.ts'
import { dismissEmail } from '#server/delivery/undelivered-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'

export default adminEndpoint(dismissEmailEndpoint, async (services, _, context) => {
  await dismissEmail(services, context.params.id, context.admin.id)
  return { dismissed: true as const }
})
export const config = route(dismissEmailEndpoint)
