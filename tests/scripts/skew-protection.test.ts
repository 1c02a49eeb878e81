import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'
import { secureSite } from '#scripts/security-headers/secure-site.ts'
import {
  deployOf,
  SKEW_PROTECTION_FILE,
  writeSkewProtection,
  type SkewProtection,
} from '#scripts/skew-protection.ts'

const SHOP = 'import"./shared.js";import("./Pay.js")'
const PAGE = `<!doctype html><html><head><title>Shop</title></head><body>
  <script type="late" src="/_astro/late.js"></script><script type="module" src="/_astro/module.js"></script>
  <astro-island component-url="/_astro/Shop.js" renderer-url="/_astro/client.js"></astro-island>
  <a href="/shop.js">A page</a></body></html>`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skew-'))
  await mkdir(join(folder, '_astro'))
  await writeFile(join(folder, '_astro', 'Shop.js'), SHOP)
  for (const name of ['late', 'module', 'client', 'shared', 'Pay'])
    await writeFile(join(folder, '_astro', `${name}.js`), `export const ${name} = 1`)
})
afterAll(() => rm(folder, { recursive: true }))

async function build(deploy?: string) {
  await writeFile(join(folder, 'shop.html'), PAGE)
  await secureSite(folder, [], deploy)
  const html = await readFile(join(folder, 'shop.html'), 'utf8')
  const [, json = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
  return { html, json, map: JSON.parse(json) as Record<'imports' | 'integrity', Record<string, string>> }
}

describe('a page of a deploy', () => {
  it('names it wherever a script is loaded: in tags, of islands and for imports between scripts', async () => {
    const { html, map } = await build('a1')
    for (const name of ['late', 'module']) expect(html).toContain(` src="/_astro/${name}.js?dpl=a1"`)
    expect(html).toContain(' component-url="/_astro/Shop.js?dpl=a1" renderer-url="/_astro/client.js?dpl=a1"')
    const scripts = ['Pay', 'Shop', 'client', 'late', 'module', 'shared'].map((name) => `/_astro/${name}.js`)
    expect(map.imports).toEqual(Object.fromEntries(scripts.map((path) => [path, `${path}?dpl=a1`])))
    expect(Object.keys(map.integrity)).toEqual(scripts.map((path) => `${path}?dpl=a1`))
    expect(map.integrity['/_astro/Shop.js?dpl=a1']).toBe(integrityHash(SHOP))
    expect(html).toContain('href="/shop.js"')
  })

  it('has the hash of its import map in its policy', async () => {
    const { json } = await build('a1')
    expect(await readFile(join(folder, '_headers'), 'utf8')).toContain(integrityHash(json))
  })

  it('names nothing on a machine that deploys nothing', async () => {
    const { html, map } = await build()
    expect(html).not.toContain('?')
    expect(map).not.toHaveProperty('imports')
  })
})

it.each([
  [{}, undefined],
  [{ DEPLOY_ID: '0' }, undefined],
  [{ DEPLOY_ID: 'id' }, 'id'],
  [{ DEPLOY_ID: 'id', NETLIFY_SKEW_PROTECTION_TOKEN: '' }, 'id'],
  [{ DEPLOY_ID: 'id', NETLIFY_SKEW_PROTECTION_TOKEN: 'token' }, 'token'],
])('deployOf takes Netlify’s token, or else its id: %o is %s', (env, deploy) => {
  expect(deployOf(env as NodeJS.ProcessEnv)).toBe(deploy)
})

describe('skew protection', () => {
  let file: SkewProtection
  beforeAll(async () => {
    await writeSkewProtection(folder)
    file = JSON.parse(await readFile(join(folder, SKEW_PROTECTION_FILE), 'utf8')) as SkewProtection
  })
  const isProtected = (path: string) => file.patterns.some((pattern) => new RegExp(pattern).test(path))

  it('covers the files of a build, and asks for their deploy in a query', () => {
    expect(isProtected('/_astro/Shop.Ab1_-2.js')).toBe(true)
    expect(file.sources).toEqual([{ type: 'query', name: 'dpl' }])
  })

  // An old function may have a hole that has been mended since.
  it('never covers a call, a page or a file that keeps its name', () => {
    const paths = Object.values(endpoints).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(50)
    const others = ['/', '/shop', '/admin/dashboard', '/website.json', '/api/stripe-webhook']
    for (const path of [...paths, ...others, '/api/_astro/x.js', '/.netlify/functions/login'])
      expect(isProtected(path), path).toBe(false)
  })
})
