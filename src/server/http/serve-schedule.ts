import type { Context } from '@netlify/functions'
import { boolean, object, optional, parse } from 'valibot'
import type { Clock } from '#server/clients/services.ts'
import { handleRequest, jsonResponse } from '#server/http/response.ts'

interface Run {
  /** Once an hour, or on request: also processes older rows. */
  full: boolean
}

const RunSchema = object({ full: optional(boolean()) })
const EVERY_MINUTES = 5
/** The second run of each hour is full: two minutes before `hourly`, so that the database wakes up once for both. */
const FULL_RUN = 1
/** Netlify stops a scheduled function after 30 s; no visitor waits for this response (ms). */
const TIMEOUT_MS = 29_000

/** Serves a scheduled function. Netlify sends `{ next_run }`; locally, `{ full: true }` requests a full run. */
export function serveSchedule(name: string, clock: Clock, work: (run: Run) => Promise<number>) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(
      name,
      context,
      async () => {
        const { full } = parse(RunSchema, await request.json())
        const done = await work({ full: full ?? isFullRun(clock.now()) })
        return jsonResponse(200, { done }, context.requestId)
      },
      TIMEOUT_MS,
    )
}

const isFullRun = (now: Date) => Math.floor(now.getUTCMinutes() / EVERY_MINUTES) === FULL_RUN
