import type { Part } from '../part.ts'
import { startClockwork } from './scheduler.ts'
import type { Database } from './database.ts'
import { judge } from './judge.ts'
import { inLanes } from './worker-pool.ts'
import { OneFault, type Point } from './one-fault.ts'
import { inside } from './virtual-timers.ts'
import { LATER, type Path, PATHS, type Recovery } from './purchase-paths.ts'
import { startPostOffice } from './webhook-delivery.ts'
import { Run } from './run.ts'
import { stockUp, type Wish } from './purchase.ts'

const MINUTE = 60_000
const LANES = 3
/** So many failures are shown with all that happened. */
const SHOWN = 3

export interface Scenario {
  path: Path
  thing: Wish['thing']
  recovery: Recovery
}

export const SCENARIOS: Scenario[] = PATHS.flatMap((path) =>
  path.recoveries.flatMap((recovery) =>
    (['voucher', 'order'] as const).map((thing) => ({ path, thing, recovery })),
  ),
)

/** Plays a scenario, with one fault or none. Answers what is wrong then, and which calls could be struck. */
export async function strike({ path, thing, recovery }: Scenario, database: Database, point?: Point) {
  await database.empty()
  const fates = new OneFault(path.struck, point)
  const run = new Run(`${path.name} ${thing} ${recovery}`, database, () => fates)
  const { timeline, trace } = run
  const wish = { who: 'b1', thing, size: thing === 'voucher' ? 5000 : 2, requestId: run.chance.uuid() }
  const wrong: string[] = []
  const by = (...names: Recovery[]) => names.includes(recovery)
  await inside(run, async () => {
    await stockUp(run, 5)
    if (by('scheduler', 'all')) startClockwork(run)
    startPostOffice(run, () => newsOf(path, recovery))
    timeline.begin(() => path.play(run, wish, by('browser', 'all')))
    const giveUp = timeline.now + 60 * MINUTE
    const hasHappened = () => fates.struck && (path.unpaid || run.paidAt.size > 0)
    while (!hasHappened() && timeline.now < giveUp) await timeline.runUntil(timeline.now + 1000)
    await timeline.runUntil(timeline.now + path.minutes * MINUTE)
    wrong.push(...(await judge(run, path.slack)))
    if (path.struck.includes('start')) {
      if (!by('scheduler', 'all')) startClockwork(run)
      await timeline.runUntil(timeline.now + 110 * MINUTE)
      wrong.push(...(await judge(run, path.slack)))
    }
  })
  return { wrong, calls: fates.calls, lines: trace.lines, fingerprint: trace.fingerprint }
}

function newsOf({ newsAfter }: Path, recovery: Recovery): number[] {
  const first = newsAfter === undefined ? [] : [newsAfter]
  if (recovery === 'webhook') return [...first, LATER]
  return recovery === 'all' ? [newsAfter ?? 2000] : first
}

const FATES = ['dies before', 'dies after', 'silence', 'done in silence'] as const

/** Each call of the process that is struck, in each way. */
export const pointsOf = (calls: { door: string }[]): Point[] =>
  calls.flatMap(({ door }, at) =>
    FATES.map((fate) => ({ at, fate, again: door === 'stripe' && fate.includes('silence') })),
  )

/** Every await of the money path, struck in every way, and made good by everybody alone and by all. */
export const proveCrashPoints: Part = async ({ postgresPort, progress }) => {
  const failures: string[] = []
  const points: { scenario: Scenario; point: Point }[] = []
  const run = async (scenario: Scenario, database: Database, point?: Point) => {
    const struck = await strike(scenario, database, point)
    if (struck.wrong.length > 0) failures.push(describe(scenario, point, struck, failures.length < SHOWN))
    return struck
  }
  await inLanes(postgresPort, LANES, SCENARIOS, async (scenario, database) => {
    const { calls } = await run(scenario, database)
    points.push(...pointsOf(calls).map((point) => ({ scenario, point })))
  })
  let done = 0
  await inLanes(postgresPort, LANES, points, async ({ scenario, point }, database) => {
    await run(scenario, database, point)
    progress((done += 1), points.length)
  })
  return { covered: points.length, failures, report: reportOf(points) }
}

/** How many awaits each way has, and how many runs that makes. */
function reportOf(points: { scenario: Scenario; point: Point }[]): string[] {
  return PATHS.map(({ name, recoveries }) => {
    const runs = points.filter(({ scenario }) => scenario.path.name === name)
    const awaits = new Set(runs.map(({ scenario, point }) => `${scenario.thing} ${point.at}`)).size
    return `${name}: ${awaits} awaits of voucher and order, made good by ${recoveries.join(', ')}: ${runs.length} runs`
  })
}

function describe(
  { path, thing, recovery }: Scenario,
  point: Point | undefined,
  { wrong, lines }: { wrong: string[]; lines: string[] },
  whole: boolean,
): string {
  const how = point ? `call ${point.at} ${point.fate}${point.again ? ' twice' : ''}` : 'no fault'
  return [
    `${path.name}, ${thing}, ${how}, made good by ${recovery}:`,
    ...wrong.map((sentence) => `  ${sentence}`),
    ...(whole ? lines.map((line) => `    ${line}`) : []),
  ].join('\n')
}
