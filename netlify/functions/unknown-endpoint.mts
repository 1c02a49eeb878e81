import type { Config } from '@netlify/functions'
import { endpoints } from '#contract/endpoints.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { WEBHOOK_PATHS } from '#server/clients/webhook-paths.ts'
import { functionConfig, serve } from '#server/http/serve.ts'

/** Answers an unknown path below /api in the shape of every error of the API, not with the page "not found". */
export default serve({}, {}, openServices({ db: database }))
export const config: Config = {
  path: '/api/*',
  excludedPath: [...functionConfig(endpoints).path, ...WEBHOOK_PATHS],
}
