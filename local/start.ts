import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readyText } from './banner.ts'
import { readSettings } from './settings.ts'
import { startStack } from './stack.ts'
import { runUntilStopped } from './shutdown.ts'

const { values: flags } = parseArgs({
  options: {
    // The pages exactly as built, for tests that bring their own Stripe.js.
    unmodified: { type: 'boolean', default: false },
    // Whatever `.env` names.
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
  console.log(readyText(stack))
  return stack.stop
})
