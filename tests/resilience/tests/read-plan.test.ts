import { expect, it } from 'vitest'
import { commandFor, readPlan } from '#tests/resilience/read-plan.ts'

const read = (line: string) => readPlan(line.split(' ').filter(Boolean))
const EVERY_PART = 'races schedules ledgerRuns fuzzed crashPoints days kills restores audit slowWorlds'.split(
  ' ',
)

it('readPlan returns every part without options', () => {
  expect(read('')).toEqual({ parts: EVERY_PART, from: undefined, count: undefined })
})

it('readPlan returns the named parts, the first seed and the count', () => {
  const plan = { parts: ['schedules', 'kills'], from: 0, count: 20_000 }
  expect(read('--only kills --only schedules --from 0 --count 20000')).toEqual(plan)
})

it.each([
  ['--only schedule', 'There is no part schedule. There are: races, '],
  ['--from -1', `Option '--from' argument is ambiguous.`],
  ['--from=-1', 'a whole number from 0 to 999999999, not “-1”'],
  ['--from x', 'not “x”'],
  ['--from 1.5', 'not “1.5”'],
  ['--from 1e3', 'not “1e3”'],
  ['--from 007', 'not “007”'],
  ['--from 1000000000', 'not “1000000000”'],
  ['--from', `Option '--from <value>' argument missing.`],
  ['--only schedules --count 0', '--count takes a whole number from 1 to 999999999, not “0”'],
  ['--only schedules --count many', 'not “many”'],
  ['--count 100', '--count does not apply to crashPoints, audit, slowWorlds. Name with --only '],
  ['--only schedules --only audit --count 5', 'does not apply to audit. '],
  ['--long', `Unknown option '--long'. There are --only, --from and --count, each with a value.`],
  ['schedules', `Unexpected argument 'schedules'.`],
])('readPlan refuses “%s”', (line, reason) => {
  expect(read(line)).toEqual({ refusal: expect.stringContaining(reason) })
})

it.each(['--from 7', '--only schedules --from 7', '--only fuzzed --only kills --from 0 --count 12'])(
  'commandFor names the options of “%s” again',
  (line) => {
    const plan = read(line)
    if ('refusal' in plan) throw new Error(plan.refusal)
    expect(commandFor({ ...plan, from: plan.from! })).toBe(`npm run test:resilience -- ${line}`)
  },
)
