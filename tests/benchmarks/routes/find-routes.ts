import { glob, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

export interface BuiltPage {
  /** Path in the browser: `/shop`. */
  path: string
  file: string
}

/** Returns every built page. */
export async function findRoutes(site: string): Promise<BuiltPage[]> {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: site }))
  const routes = files.map((name) => ({
    path: `/${name.split(sep).join('/')}`.replace(/(?<=\/)index\.html$|\.html$/, ''),
    file: join(site, name),
  }))
  return routes.toSorted((a, b) => a.path.localeCompare(b.path))
}

/** Returns the pages of the sitemap. */
export async function publicPaths(site: string): Promise<string[]> {
  const files = await Array.fromAsync(glob('sitemap*.xml', { cwd: site }))
  const maps = await Promise.all(files.map((name) => readFile(join(site, name), 'utf8')))
  const addresses = maps.flatMap((map) => [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!))
  const paths = addresses.map((address) => new URL(address).pathname).filter((path) => !path.endsWith('.xml'))
  if (paths.length === 0) throw new Error('The sitemap names no page')
  return paths.toSorted((a, b) => a.localeCompare(b))
}
