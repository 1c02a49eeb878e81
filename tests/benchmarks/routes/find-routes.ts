import { glob } from 'node:fs/promises'
import { join, sep } from 'node:path'

export interface Route {
  /** As a visitor asks for it: `/shop`. */
  path: string
  file: string
}

/** Every page that the build wrote. */
export async function findRoutes(site: string): Promise<Route[]> {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: site }))
  const routes = files.map((name) => ({
    path: `/${name.split(sep).join('/')}`.replace(/(?<=\/)index\.html$|\.html$/, ''),
    file: join(site, name),
  }))
  return routes.toSorted((a, b) => a.path.localeCompare(b.path))
}
