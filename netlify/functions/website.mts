import { websiteEndpoint } from '#contract/website.ts'
import { buildHook } from '#server/clients/build-hook.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { getWebsite } from '#server/website/get-website.ts'

export default adminEndpoint(websiteEndpoint, (services) => getWebsite(services), { buildHook })
export const config = route(websiteEndpoint)
