import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compressSite } from '#local/netlify/compress.ts'
import { servePages } from '#local/netlify/serve-pages.ts'
import { bindPort } from '#local/port.ts'
import type { BuiltPage } from '#tests/benchmarks/routes/find-routes.ts'
import { withLateIcon } from '#tests/benchmarks/speed/late-icon.ts'

/** Serves the bare text of each page under the page's path, with the same server as the pages. */
export async function serveBare(routes: BuiltPage[]) {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-bare-'))
  for (const { path, file } of routes) {
    const copy = join(folder, path.endsWith('/') ? `${path}index.html` : `${path}.html`)
    await mkdir(dirname(copy), { recursive: true })
    await writeFile(copy, barePage(await readFile(file, 'utf8')))
  }
  await compressSite(folder)
  const server = await bindPort(0)
  server.open(withLateIcon(await servePages({ root: folder, publish: '.' })))
  const close = async () => {
    await server.close()
    await rm(folder, { recursive: true })
  }
  return { url: server.site, [Symbol.asyncDispose]: close }
}

const UNREAD = /<!--.*?-->|<!doctype[^>]*>|<(head|script|style|template|svg)\b.*?<\/\1>/gis
const STRUCTURE = /^(h[1-6]|p|ul|ol|li|dl|dt|dd)$/

/** Returns a page's text without styles, scripts, pictures or attributes: the lower bound for a page with this text. */
function barePage(html: string): string {
  const title = /<title>.*?<\/title>/is.exec(html)?.[0] ?? ''
  const text = html.replace(UNREAD, '').replace(/<(\/?)([a-z][\w-]*)[^>]*>/gi, bareTag)
  const body = text.replace(/\s+/g, ' ').trim()
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title}<body>${body}`
}

function bareTag(_tag: string, slash: string, name: string): string {
  return STRUCTURE.test(name) ? `<${slash}${name}>` : ' '
}
