import { join, resolve } from 'node:path'
import { dev } from 'astro'
import { takeDoor } from './port.ts'
import { functionsOnChange } from './dev-functions.ts'
import { mountStack } from './mount-stack.ts'
import { readyText } from './banner.ts'
import { startServices } from './services.ts'
import { readSettings } from './settings.ts'
import { infoOf } from './stack.ts'
import { runUntilStopped } from './shutdown.ts'

const ROOT = resolve(import.meta.dirname, '..')

// Through Astro's API: its command ends without telling us, and Postgres would be left behind.
await runUntilStopped(async () => {
  const { port, dir, real } = readSettings(ROOT)
  const site = await siteAt(port)
  const services = await startServices({ dir, site, real, report: (step) => console.log(`${step} …`) })
  const functions = await functionsOnChange(ROOT, join(dir, 'dev-functions'))
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
    integrations: [mountStack(stack, functions.changed)],
    // The database's writes would reload the page.
    vite: { server: { strictPort: true, watch: { ignored: ['**/.local*/**', `${dir}/**`, '**/build/**'] } } },
  })
  console.log(readyText(stack))
  return async () => {
    await server.stop()
    await functions.current.settled()
    await services.stop()
  }
})

/** Says so if the port is taken; Vite would quietly choose another one. */
async function siteAt(port: number): Promise<string> {
  const door = await takeDoor(port)
  await door.close()
  return door.site
}
