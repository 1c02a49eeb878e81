import * as v from 'valibot'
import { defineEndpoint } from '#contract/endpoint.ts'

/**
 * Tells which version runs and where, for the doctor and for uptime monitors. Asks nothing else; its only limit is the
 * CDN, which caches it.
 */
export const healthEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  cache: { seconds: 10, staleSeconds: 0 },
  body: v.undefined(),
  reply: v.object({ version: v.string(), region: v.string() }),
})
