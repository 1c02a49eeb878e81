import { saveWebsiteEndpoint } from '#contract/website.ts'
import { buildHook } from '#server/clients/build-hook.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { saveWebsite } from '#server/website/save-website.ts'

export default adminEndpoint(
  saveWebsiteEndpoint,
  (services, wanted, { admin }) => saveWebsite(services, wanted, admin.id),
  { buildHook },
)
export const config = route(saveWebsiteEndpoint)
