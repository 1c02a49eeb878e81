import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a build without `URL` believes to be: astro.config.mjs. */
const BUILT_FOR = /http:\/\/localhost:4321(?!\d)/g

/** Changes a copy of the built site so that canonical links, sitemap and social cards name the origin of its stack. */
export async function followPort(site: string, origin: string): Promise<void> {
  for await (const name of glob('**/*.{html,xml,txt}', { cwd: site })) {
    const file = join(site, name)
    const text = await readFile(file, 'utf8')
    const changed = text.replaceAll(BUILT_FOR, origin)
    if (changed !== text) await writeFile(file, changed)
  }
}
