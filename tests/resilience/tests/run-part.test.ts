import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { silenceConsole } from '#local/silence-console.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'
import { describeCounterexample } from '#tests/resilience/describe-counterexample.ts'
import { runPart } from '#tests/resilience/run-part.ts'

let folder: string
beforeAll(() => {
  // A small heap (MB), so that the part without end runs out of memory soon.
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=30')
  folder = scratchFolder()
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Returns the failures of a part whose process runs this code. */
async function failuresOf(code: string): Promise<string[]> {
  const player = join(folder, 'player.mjs')
  writeFileSync(player, `process.once('message', () => {\n${code}\n})`)
  const task = { name: 'fuzzed', from: 42, count: 7, postgresPort: 0 }
  return (await runPart(task, () => {}, player)).failures
}

it.each([
  ['killed by a signal', `process.kill(process.pid, 'SIGKILL')`, ['SIGKILL']],
  [
    'broken by an error that nobody catches',
    `setTimeout(() => { throw new TypeError('secret is undefined') }, 1)`,
    ['code 1', 'TypeError: secret is undefined', 'player.mjs:2'],
  ],
  [
    'out of memory',
    'const kept = []; for (;;) kept.push(new Array(10_000).fill({}))',
    ['JavaScript heap out of memory'],
  ],
  ['ended without a result', 'process.exit(0)', ['code 0']],
])('the failure of a part that was %s says why and how to run it again', async (_, code, reasons) => {
  const [failure, ...others] = await failuresOf(code)
  expect(others).toEqual([])
  for (const reason of reasons) expect(failure).toContain(reason)
  expect(failure).toContain('npm run test:resilience -- --only fuzzed --from 42 --count 7')
})

it.each([
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'ended', 'SIGKILL'],
  [
    'throws',
    `process.send({ stopped: 'Error: no database' }, () => process.exit(0))`,
    'stopped',
    'no database',
  ],
])('the failure of a part that %s half way says how far it came', async (_, end, verb, reason) => {
  const [failure, ...others] = await failuresOf(
    `process.send({ done: 3, of: 9, detail: 'the next seed is 45' }, () => { ${end} })`,
  )
  expect(others).toEqual([])
  expect(failure).toContain(`${verb} at 3 of 9, the next seed is 45`)
  expect(failure).toContain(reason)
})

it('the failure of a property has seed, path, counterexample and stack', () => {
  const isSmall = fc.property(fc.integer(), (n) => {
    if (n > 9) throw new RangeError(`${n} is too much`)
  })
  const [sentence] = describeCounterexample('limits', fc.check(isSmall, { seed: 7 }))
  expect(sentence).toContain('limits: RangeError: 10 is too much\n    at ')
  expect(sentence).toMatch(/seed 7, path [\d:]+, made \d+ times smaller:\n {4}10$/)
})

it('silenceConsole adds the last lines that were logged to an error', async () => {
  const stopped = silenceConsole(async () => {
    console.error('refused: 429')
    throw new Error('no client secret')
  })
  await expect(stopped).rejects.toThrow('no client secret\nLogged last:\n  refused: 429')
})
