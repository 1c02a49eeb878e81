import { findRedirect, type Redirect } from './redirects.ts'
import type { SiteFiles } from './site-files.ts'

export type Choice = { file: string; status: number } | { location: string; status: number }

/** What a path of the site is answered with: a file, another address, or the 404 page. */
export function choosePage(path: string, files: SiteFiles, redirects: Redirect[]): Choice {
  const rule = findRedirect(redirects, path)
  const other = files.otherSpelling(path)
  const isPage = files.has(path) || other !== undefined
  if (rule && (rule.force || !isPage)) return fromRule(rule)
  if (other !== undefined) return { location: other, status: 301 }
  return isPage ? { file: path, status: 200 } : { file: '/404.html', status: 404 }
}

function fromRule({ to, status }: { to: string; status: number }): Choice {
  return status >= 300 && status < 400 ? { location: to, status } : { file: to, status }
}
