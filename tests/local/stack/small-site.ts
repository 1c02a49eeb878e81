import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Built } from '#local/stack.ts'
import { buildFunctions } from '#scripts/build-functions.ts'

export const HOME = '<!doctype html><html lang="en"><head><title>Home</title></head><body>Home</body></html>'

/** The real functions and a site of two pages. */
export async function buildSmallSite(folder: string): Promise<Built> {
  const built = { site: join(folder, 'built-site'), functions: join(folder, 'built-functions') }
  await mkdir(built.site)
  await writeFile(join(built.site, 'index.html'), HOME)
  await writeFile(join(built.site, '404.html'), HOME.replaceAll('Home', 'Nothing here'))
  await buildFunctions({ outdir: built.functions })
  return built
}
