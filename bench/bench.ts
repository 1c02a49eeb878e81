import { parseArgs } from 'node:util'
import { measureAll } from './measure-all.ts'
import { measureOwner } from './portal/measure-owner.ts'
import { measureBuyers } from './purchases/measure-buyers.ts'
import { print } from './say.ts'
import { targetTable } from './target.ts'

const began = performance.now()
const { values: asked } = parseArgs({
  options: {
    lighthouse: { type: 'string', default: '1' },
    purchases: { type: 'string' },
    portal: { type: 'boolean' },
  },
})

const measure = () => {
  if (asked.purchases) return measureBuyers(Number(asked.purchases))
  return asked.portal ? measureOwner() : measureAll(Number(asked.lighthouse))
}

const { targets, tables, figures } = await measure()

const missed = targets.filter(({ met }) => !met).length
print(`\n${[...tables, targetTable(targets)].join('\n\n')}\n`)
print(missed === 0 ? 'Every target is met.' : `${missed} of ${targets.length} targets are not met.`)
const seconds = Math.round((performance.now() - began) / 1000)
print(JSON.stringify({ missed, targets, ...figures, node: process.version, seconds }))
process.exitCode = missed === 0 ? 0 : 1
