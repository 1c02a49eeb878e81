import { websiteVersionEndpoint } from '#contract/website.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getWebsiteVersion } from '#server/website/get-website.ts'

export default adminEndpoint(websiteVersionEndpoint, ({ db }, _body, { params }) =>
  getWebsiteVersion(db, Number(params.version)),
)
export const config = route(websiteVersionEndpoint)
