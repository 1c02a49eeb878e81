import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Part, PartResult } from '#tests/resilience/part.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Tests with concurrent or random changes, and their rounds without `--count`. `npm test` runs a few. */
const ROUNDS = {
  'tests/functions/order-races.test.ts': 25,
  'tests/functions/third-party-failures.test.ts': 10,
  'tests/server/money/refund-races.test.ts': 1000,
  'tests/server/money/cancel-races.test.ts': 1000,
  'tests/server/accounts/accounts-months.test.ts': 1000,
}
/** A round reads all that former ones left at Stripe, so that a thousand in one go would take an hour. */
const LOT = 100

const inLots = (rounds: number): number[] => (rounds > LOT ? [LOT, ...inLots(rounds - LOT)] : [rounds])

/**
 * Repeats the tests in which many buyers compete for the last products or settle one payment, in which a voucher is
 * redeemed, disputed and refunded at once, in which that happens to a purchase that is cancelled, and in which months of all
 * that must tie.
 */
export const races: Part = async ({ from, count, progress }) => {
  const outcome: PartResult = { covered: 0, failures: [], report: [] }
  const lots = Object.entries(ROUNDS).flatMap(([file, rounds]) =>
    inLots(count ?? rounds).map((times) => ({ file, times })),
  )
  let seed = from
  for (const [nth, { file, times }] of lots.entries()) {
    const { code, output } = await runTests(file, times, seed)
    if (code !== 0)
      outcome.failures.push(`SEED=${seed} ROUNDS=${times} npx vitest run --project server ${file}\n${output}`)
    outcome.covered += times
    outcome.report.push(`${file}: ${times} rounds`)
    progress(nth + 1, lots.length)
    seed += times
  }
  return outcome
}

async function runTests(
  file: string,
  rounds: number,
  seed: number,
): Promise<{ code: number; output: string }> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', file], {
    cwd: ROOT,
    env: { ...process.env, ROUNDS: String(rounds), SEED: String(seed), NO_COLOR: '1' },
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => void (output += data))
  const [code] = (await once(child, 'close')) as [number]
  process.off('exit', kill)
  return { code, output }
}
