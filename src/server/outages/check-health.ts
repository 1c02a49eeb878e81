import type { Reply } from '#contract/base/endpoint.ts'
import type { healthEndpoint } from '#contract/outages/health.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Db } from '#server/db/db.ts'
import { describeFailure, log } from '#server/log.ts'
import { isFullRunLate } from '#server/outages/jobs-stopped.ts'
import { isScheduled } from '#server/watched-run.ts'

type Problem = Reply<typeof healthEndpoint>['problem']

/** For how long an instance remembers what it found (ms): a monitor asks an address that others may ask, too. */
const KEPT_MS = 60_000

const found = new WeakMap<Db, { problem: Problem; until: number }>()

/** Returns what is wrong, as it was at most a minute ago. */
export async function checkHealth(services: Pick<Services, 'db' | 'clock'>): Promise<Problem> {
  const now = services.clock.now()
  const kept = found.get(services.db)
  if (kept && now.getTime() < kept.until) return kept.problem
  const problem = await findProblem(services, now)
  found.set(services.db, { problem, until: now.getTime() + KEPT_MS })
  return problem
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
