import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Outcome, Part } from './part.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Tests that let many come at once, and how often unless `--count` says: in `npm test` it is a few times. */
const FILES = [
  { file: 'tests/functions/order-races.test.ts', rounds: 25 },
  { file: 'tests/functions/third-party-failures.test.ts', rounds: 10 },
]

/** The last ones of a product, and one payment, wanted by everybody at once. */
export const races: Part = async ({ count, progress }) => {
  const outcome: Outcome = { covered: 0, failures: [], report: [] }
  for (const [nth, { file, rounds }] of FILES.entries()) {
    const times = count ?? rounds
    const { code, said } = await runTests(file, times)
    if (code !== 0) outcome.failures.push(`ROUNDS=${times} npx vitest run --project server ${file}\n${said}`)
    outcome.covered += times
    outcome.report.push(`${file}: ${times} rounds`)
    progress(nth + 1, FILES.length)
  }
  return outcome
}

async function runTests(file: string, rounds: number): Promise<{ code: number; said: string }> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', file], {
    cwd: ROOT,
    env: { ...process.env, ROUNDS: String(rounds), NO_COLOR: '1' },
  })
  const end = () => child.kill()
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void (said += data))
  const [code] = (await once(child, 'close')) as [number]
  process.off('exit', end)
  return { code, said }
}
