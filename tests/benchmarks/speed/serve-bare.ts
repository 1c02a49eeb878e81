import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { takeDoor } from '../../../local/port.ts'
import { compressSite } from '../../../local/netlify/compress.ts'
import { servePages } from '../../../local/netlify/pages.ts'
import type { Route } from '../routes/find-routes.ts'
import { barePage } from './bare-page.ts'

/** The bare text of each page under the page's own path, from the same server as the pages themselves. */
export async function serveBare(routes: Route[]) {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-bare-'))
  for (const { path, file } of routes) {
    const copy = join(folder, path.endsWith('/') ? `${path}index.html` : `${path}.html`)
    await mkdir(dirname(copy), { recursive: true })
    await writeFile(copy, barePage(await readFile(file, 'utf8')))
  }
  await compressSite(folder)
  const door = await takeDoor(0)
  door.open(await servePages({ root: folder, publish: '.' }))
  const close = async () => {
    await door.close()
    await rm(folder, { recursive: true })
  }
  return { url: door.site, [Symbol.asyncDispose]: close }
}
