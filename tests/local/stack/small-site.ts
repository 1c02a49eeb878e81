import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Built } from '#local/stack.ts'
import { buildFunctions } from '#scripts/build-functions.ts'
import { secureSite } from '#scripts/security-headers/secure-site.ts'

export const HOME = '<!doctype html><html lang="en"><head><title>Home</title></head><body>Home</body></html>'

const PAY =
  '<!doctype html><html lang="en"><head><title>Pay</title><script type="module" src="/_astro/pay.js"></script></head></html>'

/** The real functions and a site of three pages. */
export async function buildSmallSite(folder: string): Promise<Built> {
  const built = { site: join(folder, 'built-site'), functions: join(folder, 'built-functions') }
  await mkdir(join(built.site, '_astro'), { recursive: true })
  await writeFile(join(built.site, 'index.html'), HOME)
  await writeFile(join(built.site, '404.html'), HOME.replaceAll('Home', 'Nothing here'))
  await writeFile(join(built.site, 'pay.html'), PAY)
  await writeFile(join(built.site, '_astro', 'pay.js'), 'load("https://js.stripe.com")')
  await secureSite(built.site, [])
  await buildFunctions({ outdir: built.functions })
  return built
}
