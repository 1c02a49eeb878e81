import { healthEndpoint } from '#contract/health.ts'
import manifest from '#package.json' with { type: 'json' }
import { route, serve } from '#server/http/serve.ts'

export default serve(healthEndpoint, async (_, { region }) => ({ version: manifest.version, region }))
export const config = route(healthEndpoint)
