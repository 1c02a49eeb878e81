import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBanner } from '#local/banner.ts'
import { runUntilStopped } from '#local/shutdown.ts'
import { readSettings } from '#local/stack-settings.ts'
import { startStack } from '#local/stack.ts'

const { values: flags } = parseArgs({
  options: {
    // Serves the pages exactly as built, for tests with their own Stripe.js.
    unmodified: { type: 'boolean', default: false },
    // Uses stand-ins even for services with keys in `.env`.
    'stand-ins': { type: 'boolean', default: false },
  },
})

await runUntilStopped(async () => {
  const settings = readSettings(resolve(import.meta.dirname, '..'))
  const stack = await startStack({
    ...settings,
    real: flags['stand-ins'] ? {} : settings.real,
    unmodified: flags.unmodified,
    report: (step) => console.log(`${step} …`),
  })
  console.log(formatBanner(stack))
  return stack.stop
})
