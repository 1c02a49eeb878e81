import { join } from 'node:path'
import { startChild, type Child } from '#tests/harness/child-process.ts'
import { DELAYS } from '#tests/resilience/latency/delays.ts'
import { allowedIn } from '#tests/resilience/latency/journeys/journeys.ts'
import {
  finishJourney,
  openVisitors,
  pressAndJudge,
  type LatencyVisitor,
  type Visit,
} from '#tests/resilience/latency/journeys/visitor.ts'
import {
  describeAnswers,
  describeVisits,
  judgeAnswers,
  judgeVisits,
  type SlowResult,
} from '#tests/resilience/latency/judge-latency.ts'
import type { LatencyResult, Ready } from '#tests/resilience/latency/play-latency.ts'
import { setUpBrowser, unroutePages } from '#tests/resilience/latency/visitors.ts'
import type { Part } from '#tests/resilience/part.ts'

const PLAY_LATENCY = join(import.meta.dirname, 'play-latency.ts')

interface DelayedSite extends Child<Ready, Partial<LatencyResult>> {
  delay: string
  visitors: LatencyVisitor[]
}

/** Calls every endpoint and visits the pages, on sites with different delays. */
export const runLatency: Part = async ({ postgresPort, progress }) => {
  await using started = new AsyncDisposableStack()
  const visiting = started.use(await setUpBrowser())
  const { site = '', functions = '' } = visiting?.built ?? {}
  const start = async (delay: string): Promise<DelayedSite> => {
    const child = await startChild<Ready, Partial<LatencyResult>>(PLAY_LATENCY, [
      delay,
      `${postgresPort}`,
      site,
      functions,
    ])
    return { ...started.use(child), delay, visitors: [] }
  }
  const sites = await Promise.all(Object.keys(DELAYS).map(start))
  if (visiting) started.defer(() => unroutePages(visiting.browser))
  let done = 0
  const called = await Promise.all(
    sites.map(async ({ ask }) => {
      const { responses = [] } = await ask()
      progress(++done, 2 * sites.length)
      return responses
    }),
  )
  // After the calls, because opening many pages would slow down what is measured.
  if (visiting) for (const site of sites) site.visitors = await openVisitors(visiting.browser, site)
  const visited = await Promise.all(sites.map(visit))
  const results = await Promise.all(
    sites.map(async (world, nth) => {
      const result = await end(world, visited[nth]!)
      progress(++done, 2 * sites.length)
      return { ...result, responses: called[nth]! }
    }),
  )
  return {
    covered: results.reduce((sum, { responses, visits }) => sum + responses.length + visits.length, 0),
    failures: results.flatMap((result) => [...judgeAnswers(result), ...judgeVisits(result)]),
    report: [
      ...results.flatMap((result) => [describeAnswers(result), ...describeVisits(result)]),
      ...(visiting ? [] : ['There is no Chromium on this machine: nobody went through the pages.']),
    ],
  }
}

/** Lets all visitors press at the same moment, and ends the delay when all have read something. */
async function visit({ delay, visitors, ask }: DelayedSite): Promise<Visit[]> {
  await ask()
  const visits = await Promise.all(
    visitors.map((visitor) => pressAndJudge(visitor, allowedIn(delay, visitor.journey))),
  )
  await ask()
  return visits
}

/** Lets the visitors finish their journeys and checks the invariants.  */
async function end(
  { delay, visitors, ask }: DelayedSite,
  visits: Visit[],
): Promise<Omit<SlowResult, 'responses'>> {
  const stuck = await Promise.all(visitors.map(finishJourney))
  await Promise.all(visitors.map(({ page }) => page.context().close()))
  const { broken = [], results = {} } = await ask()
  return {
    delay,
    broken,
    results,
    visits: visits.map((visit, nth) => ({ ...visit, wrong: [...visit.wrong, ...stuck[nth]!] })),
  }
}
