import { join, resolve } from 'node:path'
import { dev } from 'astro'
import { formatBanner } from '#local/banner.ts'
import { watchFunctions } from '#local/dev-functions.ts'
import { mountStack } from '#local/mount-stack.ts'
import { findSite } from '#local/port.ts'
import { runUntilStopped } from '#local/shutdown.ts'
import { readSettings } from '#local/stack-settings.ts'
import { infoOf } from '#local/stack.ts'
import { startServices } from '#local/start-services.ts'

const ROOT = resolve(import.meta.dirname, '..')

// Through Astro's API, because the command `astro dev` ends without a hook that could stop Postgres.
await runUntilStopped(async () => {
  const { port, dir, real } = readSettings(ROOT)
  // Vite's own check of the port would not name the command that helps.
  const site = await findSite(port)
  const services = await startServices({ dir, site, real, report: (step) => console.log(`${step} …`) })
  const functions = await watchFunctions(ROOT, join(dir, 'dev-functions'))
  const info = infoOf(site, services)
  const stack = {
    info,
    services,
    get functions() {
      return functions.current
    },
  }
  const server = await dev({
    root: ROOT,
    server: { port },
    logLevel: 'warn',
    integrations: [mountStack(stack, functions.onFileChange)],
    // Otherwise writes of the database would reload the page.
    vite: { server: { strictPort: true, watch: { ignored: ['**/.local*/**', `${dir}/**`, '**/build/**'] } } },
  })
  console.log(formatBanner(stack))
  return async () => {
    await server.stop()
    await functions.current.settled()
    await services.stop()
  }
})
