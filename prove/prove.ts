import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createTemplate } from '../local/postgres/template.ts'
import { migrate } from '../netlify/migrate.ts'
import { startCluster } from '../tests/local/postgres/scratch.ts'
import type { Outcome } from './part.ts'
import { PARTS } from './parts.ts'
import { runPart } from './run-part.ts'
import { print, progressLine } from './say.ts'

/** Cores that can be counted on. */
const AT_ONCE = 2

const { values: asked } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})

const began = performance.now()
const seed = asked.seed ? Number(asked.seed) : randomInt(1_000_000)
print(
  `Seed ${seed}: the same run again is \`npm run prove -- --seed ${seed}${asked.long ? ' --long' : ''}\`.`,
)

const unknown = asked.only?.filter((name) => !(name in PARTS)) ?? []
if (unknown.length > 0) {
  print(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
const names = Object.keys(PARTS).filter((name) => asked.only?.includes(name) ?? true)
const outcomes: Record<string, Outcome> = {}
{
  await using cluster = await startCluster()
  await createTemplate(cluster.url('template_migrated'), migrate)
  const together = names.filter((name) => !PARTS[name]!.alone).values()
  await Promise.all(Array.from({ length: AT_ONCE }, () => playEach(together, cluster.port)))
  await playEach(names.filter((name) => PARTS[name]!.alone).values(), cluster.port)
}

const seconds = Math.round((performance.now() - began) / 1000)
const failures = names.flatMap((name) => outcomes[name]!.failures)
print(failures.length === 0 ? '\nNothing broke.' : `\n${failures.length} broke:\n${failures.join('\n')}`)
const covered = names.map((name) => [name, outcomes[name]!.covered])
print(JSON.stringify({ ...Object.fromEntries(covered), failures: failures.length, seconds }))
process.exitCode = failures.length === 0 ? 0 : 1

async function playEach(left: Iterable<string>, postgresPort: number): Promise<void> {
  for (const name of left) {
    const line = progressLine(name)
    const outcome = await runPart({ name, seed, long: asked.long, postgresPort }, line.show)
    line.end(`${outcome.covered} covered, ${outcome.failures.length} broken`)
    for (const sentence of outcome.report) print(`  ${sentence}`)
    // At once: a run that is stopped later would not come to its summary.
    for (const failure of outcome.failures) print(failure)
    outcomes[name] = outcome
  }
}
