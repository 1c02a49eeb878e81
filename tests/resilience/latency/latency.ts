import { join } from 'node:path'
import { type Child, startChild } from '../../harness/child-process.ts'
import type { Part } from '../part.ts'
import { allowedIn } from './journeys/journeys.ts'
import { finishJourney, press, openVisitors, type Visit, type Visitor } from './journeys/visit.ts'
import {
  describeAnswers,
  describeVisits,
  judgeAnswers,
  judgeVisits,
  type SlowResult,
} from './judge-latency.ts'
import type { Ready, Result } from './play-latency.ts'
import { DELAYS } from './delays.ts'
import { setUpBrowser, closePages } from './visitors.ts'

const WORLD = join(import.meta.dirname, 'play-latency.ts')

interface World extends Child<Ready, Partial<Result>> {
  delay: string
  visitors: Visitor[]
}

/** Everything is asked, and visitors go through the pages, in worlds that are slow in one way or another. */
export const runLatency: Part = async ({ postgresPort, progress }) => {
  await using started = new AsyncDisposableStack()
  const visiting = started.use(await setUpBrowser())
  const { site = '', functions = '' } = visiting?.built ?? {}
  const start = async (delay: string): Promise<World> => {
    const child = await startChild<Ready, Partial<Result>>(WORLD, [delay, `${postgresPort}`, site, functions])
    return { ...started.use(child), delay, visitors: [] }
  }
  const worlds = await Promise.all(Object.keys(DELAYS).map(start))
  if (visiting) started.defer(() => closePages(visiting.browser))
  let done = 0
  const called = await Promise.all(
    worlds.map(async ({ ask }) => {
      const { responses = [] } = await ask()
      progress(++done, 2 * worlds.length)
      return responses
    }),
  )
  // Only then: opening many pages is much to do for a machine, and would be part of what is measured.
  if (visiting) for (const world of worlds) world.visitors = await openVisitors(visiting.browser, world)
  const visited = await Promise.all(worlds.map(visit))
  const results = await Promise.all(
    worlds.map(async (world, nth) => {
      const result = await end(world, visited[nth]!)
      progress(++done, 2 * worlds.length)
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

/** Everybody presses at the same moment; when all have read something, the world gets well. */
async function visit({ delay, visitors, ask }: World): Promise<Visit[]> {
  await ask()
  const visits = await Promise.all(
    visitors.map((visitor) => press(visitor, allowedIn(delay, visitor.journey))),
  )
  await ask()
  return visits
}

/** The visitors go on to the end, and the books are looked at. */
async function end({ delay, visitors, ask }: World, visits: Visit[]): Promise<Omit<SlowResult, 'responses'>> {
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
