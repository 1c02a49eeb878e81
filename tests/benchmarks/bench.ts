import { parseArgs } from 'node:util'
import {
  measureAll,
  measurePaymentsAndSoak,
  measurePortalOnly,
  measurePurchasesOnly,
} from '#tests/benchmarks/measure-all.ts'
import { targetTable } from '#tests/benchmarks/target.ts'
import { writeBenchmarks } from '#tests/benchmarks/write-benchmarks.ts'

const began = performance.now()
const { values: asked } = parseArgs({
  options: {
    lighthouse: { type: 'string', default: '1' },
    purchases: { type: 'string' },
    portal: { type: 'boolean' },
    soak: { type: 'string' },
    write: { type: 'boolean' },
  },
})

if (asked.write && (asked.purchases ?? asked.soak ?? asked.portal)) {
  throw new Error('Only a whole run is written into docs/benchmarks.md')
}

const measure = () => {
  if (asked.purchases) return measurePurchasesOnly(Number(asked.purchases))
  if (asked.soak) return measurePaymentsAndSoak(Number(asked.soak))
  return asked.portal ? measurePortalOnly() : measureAll(Number(asked.lighthouse))
}

const { targets, tables, figures } = await measure()

const missed = targets.filter(({ met }) => !met).length
print(`\n${[...tables, targetTable(targets)].join('\n\n')}\n`)
print(
  missed === 0
    ? 'No target is missed by more than its margin.'
    : `${missed} of ${targets.length} targets are missed by more than their margin.`,
)
const seconds = Math.round((performance.now() - began) / 1000)
print(JSON.stringify({ missed, targets, ...figures, node: process.version, seconds }))
if (asked.write) await writeBenchmarks(targets)
process.exitCode = missed === 0 ? 0 : 1

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
