import type { Part } from '#tests/resilience/part.ts'
import { judge } from '#tests/resilience/simulation/judge.ts'
import { SingleFaultPlan, type FaultPoint } from '#tests/resilience/simulation/one-fault.ts'
import { LATER, PATHS, type Path, type Recovery } from '#tests/resilience/simulation/purchase-paths.ts'
import { SimRun } from '#tests/resilience/simulation/run.ts'
import { startScheduler } from '#tests/resilience/simulation/scheduler.ts'
import type { SimDatabase } from '#tests/resilience/simulation/sim-database.ts'
import { addStockedProduct, type PurchaseInput } from '#tests/resilience/simulation/sim-purchase.ts'
import { withVirtualTimers } from '#tests/resilience/simulation/virtual-timers.ts'
import { startWebhookDelivery } from '#tests/resilience/simulation/webhook-delivery.ts'
import { runInWorkerPool } from '#tests/resilience/simulation/worker-pool.ts'

const MINUTE = 60_000
const WORKERS = 3
/** Number of failures that are printed with their trace. */
const TRACED_FAILURES = 3

interface Scenario {
  path: Path
  kind: PurchaseInput['kind']
  recovery: Recovery
}

export const CRASH_SCENARIOS: Scenario[] = PATHS.flatMap((path) =>
  path.recoveries.flatMap((recovery) =>
    (path.kinds ?? (['voucher', 'order'] as const)).map((kind) => ({ path, kind, recovery })),
  ),
)

/** Plays a scenario with one fault or none. Resolves to the problems and to the calls that could fail. */
export async function playScenario(
  { path, kind, recovery }: Scenario,
  database: SimDatabase,
  point?: FaultPoint,
) {
  await database.empty()
  const faultPlan = new SingleFaultPlan(path.target, point)
  const run = new SimRun(`${path.name} ${kind} ${recovery}`, database, () => faultPlan)
  const { timeline, trace } = run
  const input = { buyer: 'b1', kind, size: kind === 'voucher' ? 5000 : 2, requestId: run.prng.uuid() }
  const problems: string[] = []
  const recoversBy = (...names: Recovery[]) => names.includes(recovery)
  await withVirtualTimers(run, async () => {
    await addStockedProduct(run, 5)
    if (recoversBy('scheduler', 'all')) startScheduler(run)
    startWebhookDelivery(run, () => eventDelays(path, recovery))
    timeline.start(() => path.play(run, input, recoversBy('browser', 'all')))
    const deadline = timeline.now + 60 * MINUTE
    const isPaid = () => faultPlan.isReached && (path.unpaid || run.paidAt.size > 0)
    while (!isPaid() && timeline.now < deadline) await timeline.runUntil(timeline.now + 1000)
    await timeline.runUntil(timeline.now + path.minutes * MINUTE)
    problems.push(...(await judge(run, path.slack)))
    if (path.target.includes('start')) {
      if (!recoversBy('scheduler', 'all')) startScheduler(run)
      await timeline.runUntil(timeline.now + 110 * MINUTE)
      problems.push(...(await judge(run, path.slack)))
    }
  })
  return { problems, calls: faultPlan.calls, lines: trace.lines, fingerprint: trace.fingerprint }
}

function eventDelays({ eventAfter }: Path, recovery: Recovery): number[] {
  const first = eventAfter === undefined ? [] : [eventAfter]
  if (recovery === 'webhook') return [...first, LATER]
  return recovery === 'all' ? [eventAfter ?? 2000] : first
}

const FAULTS = ['dies before', 'dies after', 'silence', 'done in silence'] as const

/** Returns each call of the target process with each fault. */
export const faultPointsOf = (calls: { service: string }[]): FaultPoint[] =>
  calls.flatMap(({ service }, at) =>
    FAULTS.map((fault) => ({ at, fault, again: service === 'stripe' && fault.includes('silence') })),
  )

/** Plays every path with every fault at every call, recovered by each recovery alone and by all together. */
export const runCrashPoints: Part = async ({ postgresPort, progress }) => {
  const failures: string[] = []
  const points: { scenario: Scenario; point: FaultPoint }[] = []
  const run = async (scenario: Scenario, database: SimDatabase, point?: FaultPoint) => {
    const result = await playScenario(scenario, database, point)
    if (result.problems.length > 0)
      failures.push(describe(scenario, point, result, failures.length < TRACED_FAILURES))
    return result
  }
  await runInWorkerPool(postgresPort, WORKERS, CRASH_SCENARIOS, async (scenario, database) => {
    const { calls } = await run(scenario, database)
    points.push(...faultPointsOf(calls).map((point) => ({ scenario, point })))
  })
  let done = 0
  await runInWorkerPool(postgresPort, WORKERS, points, async ({ scenario, point }, database) => {
    await run(scenario, database, point)
    progress((done += 1), points.length)
  })
  return { covered: points.length, failures, report: reportOf(points) }
}

/** Reports the number of calls and runs of each path. */
function reportOf(points: { scenario: Scenario; point: FaultPoint }[]): string[] {
  return PATHS.map(({ name, recoveries }) => {
    const runs = points.filter(({ scenario }) => scenario.path.name === name)
    const awaits = new Set(runs.map(({ scenario, point }) => `${scenario.kind} ${point.at}`)).size
    return `${name}: ${awaits} awaits of voucher and order, recovered by ${recoveries.join(', ')}: ${runs.length} runs`
  })
}

function describe(
  { path, kind, recovery }: Scenario,
  point: FaultPoint | undefined,
  { problems, lines }: { problems: string[]; lines: string[] },
  withTrace: boolean,
): string {
  const how = point ? `call ${point.at} ${point.fault}${point.again ? ' twice' : ''}` : 'no fault'
  return [
    `${path.name}, ${kind}, ${how}, recovered by ${recovery}:`,
    ...problems.map((sentence) => `  ${sentence}`),
    ...(withTrace ? lines.map((line) => `    ${line}`) : []),
  ].join('\n')
}
