import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'

/**
 * Tells uptime monitors whether the database answers and the scheduled jobs run (503 if not), and which version runs where.
 * A good answer is cached for so long that a monitor does not keep the database awake.
 */
export const healthEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  cache: { seconds: 15 * 60, staleSeconds: 0, failedSeconds: 60, isDurable: true },
  body: v.undefined(),
  reply: v.object({
    version: v.string(),
    /** Of the repository; empty where Netlify did not build it. */
    commit: v.string(),
    /** Where the functions run. */
    region: v.string(),
    /** The database cannot be reached, or the full run is older than two hours. */
    problem: v.nullable(v.picklist(['database', 'jobs'])),
  }),
  status: ({ problem }) => (problem === null ? 200 : 503),
})
