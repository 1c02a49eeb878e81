import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { findRedirect, type Redirect } from '#local/netlify/redirects.ts'
import { fileSender } from '#local/netlify/send-file.ts'
import { listSiteFiles, type SiteFiles } from '#local/netlify/site-files.ts'
import { readSiteRules } from '#local/netlify/site-rules.ts'

interface Site {
  /** The folder of netlify.toml. */
  root: string
  /** The built site, relative to `root`. */
  publish: string
}

export type PageListener = (request: IncomingMessage, response: ServerResponse) => void

/** Serves a built site like Netlify, with its headers, redirects and 404 page. */
export async function servePages({ root, publish }: Site): Promise<PageListener> {
  const folder = resolve(root, publish)
  const [rules, files] = await Promise.all([readSiteRules(root, folder), listSiteFiles(folder)])
  const sendFile = fileSender(folder)
  return (request, response) => {
    const [pathname = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s)
    const path = decodePath(pathname)
    if (path === undefined) return end(response, 400, 'Bad Request')
    const choice = choosePage(path, files, rules.redirects)
    for (const [name, value] of Object.entries(rules.headersFor(path))) response.setHeader(name, value)
    if ('location' in choice)
      return redirect(response, choice.status, withQuery(encodeURI(choice.location), query))
    if (isReading(request)) return sendFile(request, response, choice)
    return choice.status === 404 ? end(response, 404, 'Not Found') : end(response, 405, 'Method Not Allowed')
  }
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURI(pathname)
  } catch {
    return undefined
  }
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function withQuery(location: string, query: string): string {
  return query === '' || location.includes('?') ? location : `${location}?${query}`
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.setHeader('location', location)
  end(response, status, '')
}

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(text)
}

type Choice = { file: string; status: number } | { location: string; status: number }

/** Chooses the response for a path: a file, a redirect or the 404 page. */
function choosePage(path: string, files: SiteFiles, redirects: Redirect[]): Choice {
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
