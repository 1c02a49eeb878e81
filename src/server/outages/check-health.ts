import type { Reply } from '#contract/endpoint.ts'
import type { healthEndpoint } from '#contract/health.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { describeFailure, log } from '#server/log.ts'
import { isFullRunLate } from '#server/outages/jobs-stopped.ts'
import { isScheduled } from '#server/watched-run.ts'

type Problem = Reply<typeof healthEndpoint>['problem']

/** For how long an instance remembers what it found (ms): a monitor asks an address that others may ask, too. */
const KEPT_MS = 60_000

let kept: { problem: Problem; until: number } | undefined

/** Returns what is wrong, as it was at most a minute ago. */
export async function checkHealth(services: Pick<Services, 'db' | 'clock'>): Promise<Problem> {
  const now = services.clock.now()
  if (!kept || now.getTime() >= kept.until)
    kept = { problem: await findProblem(services, now), until: now.getTime() + KEPT_MS }
  return kept.problem
}

async function findProblem(services: Pick<Services, 'db'>, now: Date): Promise<Problem> {
  try {
    const [row] = await services.db.run(
      query.selectFrom('reconciliation').select(isFullRunLate(now).as('isLate')),
    )
    return row?.isLate && isScheduled() ? 'jobs' : null
  } catch (error) {
    log('error', 'the database cannot be reached', describeFailure(error))
    return 'database'
  }
}
