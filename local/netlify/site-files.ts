import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Finds files for paths like Netlify with pretty URLs, which are on by default. */
export interface SiteFiles {
  has(path: string): boolean
  /** Returns `/shop` for `/shop/` or the reverse, if only that one is a page. */
  otherSpelling(path: string): string | undefined
}

/** Not served by Netlify. */
const CONFIGURATION = new Set(['/_headers', '/_redirects'])

export async function listSiteFiles(folder: string): Promise<SiteFiles> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = new Set<string>()
  for (const entry of entries) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`
    if (entry.isFile() && !/\.(br|gz)$/.test(path) && !CONFIGURATION.has(path)) files.add(path)
  }
  const has = (path: string) => (path.endsWith('/') ? files.has(`${path}index.html`) : hasFile(files, path))
  return {
    has,
    otherSpelling(path) {
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      return !has(path) && path !== '/' && has(other) ? other : undefined
    },
  }
}

function hasFile(files: Set<string>, path: string): boolean {
  return files.has(path) || files.has(`${path}.html`)
}
