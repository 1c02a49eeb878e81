import { randomInt } from 'node:crypto'
import { createMigratedTemplate } from '#tests/harness/migrated-template.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'
import type { PartResult } from '#tests/resilience/part.ts'
import { print, progressLine } from '#tests/resilience/print-progress.ts'
import { commandFor, readPlan } from '#tests/resilience/read-plan.ts'
import { runPart } from '#tests/resilience/run-part.ts'

/** Number of parts that run at the same time: one per core. */
const PARALLEL_PARTS = 2

const plan = readPlan(process.argv.slice(2))
if ('refusal' in plan) {
  print(plan.refusal)
  process.exit(1)
}
const began = performance.now()
const { parts, from = randomInt(1_000_000), count } = plan
print(`First seed ${from}: \`${commandFor({ parts, from, count })}\` repeats this run.`)

const outcomes: Record<string, PartResult> = {}
{
  await using cluster = await startCluster()
  await createMigratedTemplate(cluster)
  const queue = parts.values()
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, () => playEach(queue, cluster.port)))
}

const seconds = Math.round((performance.now() - began) / 1000)
const failures = parts.flatMap((name) => outcomes[name]!.failures)
print(failures.length === 0 ? '\nNothing broke.' : `\n${failures.length} broke:\n${failures.join('\n')}`)
const covered = parts.map((name) => [name, outcomes[name]!.covered])
print(JSON.stringify({ ...Object.fromEntries(covered), failures: failures.length, seconds }))
process.exitCode = failures.length === 0 ? 0 : 1

async function playEach(queue: Iterable<string>, postgresPort: number): Promise<void> {
  for (const name of queue) {
    const line = progressLine(name)
    const outcome = await runPart({ name, from, count, postgresPort }, line.show)
    line.end(`${outcome.covered} covered, ${outcome.failures.length} broken`)
    for (const sentence of outcome.report) print(`  ${sentence}`)
    // Printed at once, because a run that is stopped prints no summary.
    for (const failure of outcome.failures) print(failure)
    outcomes[name] = outcome
  }
}
