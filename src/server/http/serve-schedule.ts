import type { Context } from '@netlify/functions'
import { boolean, object, optional, parse } from 'valibot'
import type { Clock } from '../clients/clock.ts'
import { jsonResponse, handleRequest } from './response.ts'

export interface Run {
  /** Once an hour, or when asked for: also look at what is older. */
  full: boolean
}

const RunSchema = object({ full: optional(boolean()) })
const EVERY_MINUTES = 5
/** Netlify ends a scheduled function after 30 s, and no visitor waits for this answer (ms). */
const TIMEOUT_MS = 29_000

/** A scheduled function: Netlify calls it with `{ next_run }`; a person on one machine may ask for a full run. */
export function serveSchedule(name: string, clock: Clock, work: (run: Run) => Promise<number>) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(
      name,
      context,
      async () => {
        const { full } = parse(RunSchema, await request.json())
        const done = await work({ full: full ?? clock.now().getUTCMinutes() < EVERY_MINUTES })
        return jsonResponse(200, { done }, context.requestId)
      },
      TIMEOUT_MS,
    )
}
