import { healthEndpoint } from '#contract/health.ts'
import manifest from '#package.json' with { type: 'json' }
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { COMMIT } from '#server/env.ts'
import { route, serve } from '#server/http/serve.ts'
import { checkHealth } from '#server/outages/check-health.ts'

const services = openServices({ db: database })

export default serve(healthEndpoint, async (_, { region }) => ({
  version: manifest.version,
  commit: COMMIT,
  region,
  problem: await checkHealth(services),
}))
export const config = route(healthEndpoint)
