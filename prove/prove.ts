import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createTemplate } from '../local/postgres/template.ts'
import { migrate } from '../netlify/migrate.ts'
import { startCluster } from '../tests/local/postgres/scratch.ts'
import type { Outcome } from './part.ts'
import { PARTS } from './parts.ts'
import { print, progressLine } from './say.ts'

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
  for (const name of names) outcomes[name] = await run(name, cluster.port)
}

const seconds = Math.round((performance.now() - began) / 1000)
const failures = Object.values(outcomes).flatMap((outcome) => outcome.failures)
print(failures.length === 0 ? '\nNothing broke.' : `\n${failures.length} broke:\n${failures.join('\n')}`)
const covered = Object.entries(outcomes).map(([name, outcome]) => [name, outcome.covered])
print(JSON.stringify({ ...Object.fromEntries(covered), failures: failures.length, seconds }))
process.exitCode = failures.length === 0 ? 0 : 1

/** A part that cannot even run is a failure of its own; the others still have their turn. */
async function run(name: string, postgresPort: number): Promise<Outcome> {
  const line = progressLine(name)
  try {
    const part = await PARTS[name]!()
    const outcome = await part({ seed, long: asked.long, postgresPort, progress: line.show })
    line.end(`${outcome.covered} covered, ${outcome.failures.length} broken`)
    for (const sentence of outcome.report) print(`  ${sentence}`)
    return outcome
  } catch (error) {
    line.end('stopped')
    return {
      covered: 0,
      failures: [`${name}: ${error instanceof Error ? error.stack : String(error)}`],
      report: [],
    }
  }
}
