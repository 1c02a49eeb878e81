import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { createDeploys, type Deploys } from '#local/netlify/deploys.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'
import { secureSite } from '#scripts/security-headers/secure-site.ts'
import { writeSkewProtection } from '#scripts/skew-protection.ts'

const PAGE =
  '<!doctype html><html><head><title>Home</title></head><body><script>start()</script><astro-island component-url="/_astro/Home.a.js"></astro-island></body></html>'

let root: string
let server: Server
let site: string
let deploys: Deploys
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deploys-'))
  await mkdir(join(root, 'site', '_astro'), { recursive: true })
  await writeFile(join(root, 'netlify.toml'), '')
  await writeFile(join(root, 'site', 'index.html'), PAGE)
  await writeFile(join(root, 'site', '404.html'), PAGE)
  await writeFile(join(root, 'site', '_astro', 'Home.a.js'), 'import("./Later.b.js")')
  await writeFile(join(root, 'site', '_astro', 'Later.b.js'), 'export const later = 1')
  await secureSite(join(root, 'site'), [])
  await writeSkewProtection(root)
  deploys = createDeploys(root)
  await deploys.add(join(root, 'site'))
  server = createServer(deploys.pages)
  site = `http://127.0.0.1:${await listen(server)}`
})
afterAll(async () => {
  server.close()
  await once(server, 'close')
  await rm(root, { recursive: true })
})

/** Returns the addresses of the page's scripts, and their integrity. */
async function scriptsOfPage() {
  const response = await fetch(site)
  const html = await response.text()
  const [, json = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
  expect(response.headers.get('content-security-policy')).toContain(integrityHash(json))
  return Object.entries((JSON.parse(json) as { integrity: Record<string, string> }).integrity)
}

const statusOf = async (path: string) => (await fetch(site + path)).status

it('a swapped site has other scripts, and serves those of before only to a page of before', async () => {
  const before = await scriptsOfPage()
  await deploys.swap()
  const after = await scriptsOfPage()
  expect(before).toHaveLength(2)
  for (const [address, integrity] of [...before, ...after]) {
    const response = await fetch(site + address)
    expect(integrityHash(await response.text())).toBe(integrity)
  }
  const paths = before.map(([address]) => address.split('?')[0]!)
  for (const path of paths) {
    expect(await statusOf(path)).toBe(404)
    expect(await statusOf(`${path}?dpl=unknown`)).toBe(404)
    expect(await statusOf(`${path}?other=1`)).toBe(404)
  }
  await deploys.swap()
  expect(await scriptsOfPage()).toEqual(before)
})
