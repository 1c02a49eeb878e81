import type { Context } from '@netlify/functions'
import { boolean, object, optional, parse } from 'valibot'
import type { Clock } from '#server/clients/services.ts'
import { handleRequest, jsonResponse } from '#server/http/response.ts'

interface Run {
  /** Once an hour, or on request: also processes older rows. */
  full: boolean
  /** Whether this run makes up for the full one, if that was missed. */
  makesUp: boolean
}

const RunSchema = object({ full: optional(boolean()) })
const EVERY_MINUTES = 5
/**
 * The second run of each hour is full: two minutes before `hourly`, so that the database wakes up once for both. It is
 * still awake in the third one, which makes up for a full run that did not happen.
 */
const [FULL_RUN, NEXT_RUN] = [1, 2]
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
        const turn = Math.floor(clock.now().getUTCMinutes() / EVERY_MINUTES)
        const done = await work({
          full: full ?? turn === FULL_RUN,
          makesUp: turn === NEXT_RUN && full === undefined,
        })
        return jsonResponse(200, { done }, context.requestId)
      },
      TIMEOUT_MS,
    )
}
