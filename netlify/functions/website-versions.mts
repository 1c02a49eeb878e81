import { websiteVersionsEndpoint } from '#contract/website.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { listWebsiteVersions } from '#server/website/get-website.ts'

export default adminEndpoint(websiteVersionsEndpoint, ({ db }) => listWebsiteVersions(db))
export const config = route(websiteVersionsEndpoint)
