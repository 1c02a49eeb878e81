import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBanner } from '#local/banner.ts'
import { startDemo } from '#local/demo/start-demo.ts'
import { ensureLocalAssistant } from '#local/local-admin.ts'
import { runUntilStopped } from '#local/shutdown.ts'
import { readSettings } from '#local/stack-settings.ts'

const { values: flags } = parseArgs({
  options: {
    // Another year; used when the demo is made.
    seed: { type: 'string', default: '1' },
  },
})

await runUntilStopped(async () => {
  const { dir, port } = readSettings(resolve(import.meta.dirname, '..'))
  const demoDir = join(dir, 'demo')
  const stack = await startDemo({
    // Not the folder of `npm start`, so that neither changes the other's data.
    dir: demoDir,
    port,
    seed: Number(flags.seed),
    report: (step) => console.log(`${step} …`),
  })
  const { databaseUrl, site } = stack.info
  const assistant = await ensureLocalAssistant(databaseUrl, demoDir)
  console.log(formatBanner(stack))
  console.log(`\nStaff: ${site}/admin/login as ${assistant.email}, with the same password`)
  return stack.stop
})
