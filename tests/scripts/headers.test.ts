import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAllHeaders } from '@netlify/headers-parser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bookingGrants, GRANTS } from '#scripts/security-headers/headers.ts'
import { secureSite } from '#scripts/security-headers/secure-site.ts'

const RUNTIME = '(()=>{customElements.define("astro-island")})()'
const ISLAND = `<astro-island component-url="/_astro/Shop.a1.js" renderer-url="/_astro/client.b2.js" props="{&quot;a&quot;:[0,&quot;>&quot;]}"></astro-island>`
const page = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="/_astro/base.css"></head><body>${body}</body></html>`

const SITE = {
  'index.html': page('<script type="application/ld+json">{"name":"clinic"}</script><h1>Home</h1>'),
  'shop/index.html': page(
    `<style>astro-island{display:contents}</style><script>${RUNTIME}</script>${ISLAND}`,
  ),
  'admin/index.html': page('<script type="module" src="/_astro/admin.c3.js"></script>'),
  'privacy-policy/index.html': page('<h1>Privacy</h1>'),
  '404.html': page('<script>lost()</script>'),
  '_astro/base.css': 'body{color:green}',
  '_astro/Shop.a1.js': `import{x}from"./shared.d4.js";x(()=>import("./Pay.e5.js"))`,
  '_astro/client.b2.js': 'export default 1',
  '_astro/shared.d4.js': 'export const x=(f)=>f',
  '_astro/Pay.e5.js': 'export const pay=1',
  '_astro/admin.c3.js': 'export const admin=1',
}

let dist: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'headers-'))
  await write(SITE)
})
afterEach(() => rm(dist, { recursive: true, force: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dist, path)), { recursive: true })
    await writeFile(join(dist, path), text)
  }
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const read = (path: string) => readFile(join(dist, path), 'utf8')

/** Returns the headers of a path, parsed by Netlify's own parser. */
async function headersOf(path: string): Promise<Record<string, string>> {
  const parsed = await parseAllHeaders({
    headersFiles: [join(dist, '_headers')],
    configHeaders: [],
    minimal: false,
  })
  expect(parsed.errors).toEqual([])
  const fitting = parsed.headers.filter((rule) => 'forRegExp' in rule && rule.forRegExp.test(path))
  return Object.assign({}, ...fitting.map(({ values }) => values))
}

async function policyOf(path: string): Promise<Record<string, string>> {
  const policy = (await headersOf(path))['Content-Security-Policy'] ?? ''
  return Object.fromEntries(policy.split('; ').map((line) => line.split(/ (.*)/)))
}

describe('the content security policy', () => {
  // ASVS 3.4.3, 3.4.6, 14.2.3
  it('allows a plain page its own files and the map only', async () => {
    await secureSite(dist, GRANTS)
    expect(await policyOf('/privacy-policy/')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'font-src': "'self'",
      'media-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'frame-src': 'https://www.openstreetmap.org',
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
  })

  it('allows Stripe on pages with a payment, with and without a trailing slash', async () => {
    await secureSite(dist, GRANTS)
    for (const path of ['/', '/shop/', '/shop']) {
      const policy = await policyOf(path)
      expect(policy['script-src']).toContain("'self' https://js.stripe.com https://*.js.stripe.com")
      expect(policy['connect-src']).toBe("'self' https://api.stripe.com")
      expect(policy['frame-src']).toContain('https://hooks.stripe.com')
    }
  })

  it('allows under /admin only foreign pictures, and no frame', async () => {
    await secureSite(dist, GRANTS)
    const policy = await policyOf('/admin/')
    expect(policy['img-src']).toBe("'self' https: blob:")
    expect(policy).not.toHaveProperty('frame-src')
    expect(JSON.stringify(policy)).not.toMatch(/stripe|openstreetmap/)
  })

  it('contains the hash of an inline script on its page only', async () => {
    await secureSite(dist, GRANTS)
    const shop = await policyOf('/shop/')
    expect(shop['script-src']).toContain(`'${hash(RUNTIME)}'`)
    expect(shop['style-src']).toBe(`'self' '${hash('astro-island{display:contents}')}'`)
    expect((await policyOf('/'))['script-src']).not.toContain('sha256')
  })

  it('allows URLs without a page everything that some page needs', async () => {
    await secureSite(dist, GRANTS)
    for (const path of ['/nope', '/shop/index.html']) {
      const policy = await policyOf(path)
      expect(policy['script-src']).toContain(hash(RUNTIME))
      expect(policy['script-src']).toContain(hash('lost()'))
      expect(policy['frame-src']).toContain('https://js.stripe.com')
    }
  })

  it('allows the booking widget on public pages once content names its script', async () => {
    const style = `sha256-${'a'.repeat(43)}=`
    const script = 'https://buttons.treatwell.example/widget.js?x=1'
    const site = 'https://treatwell.example/clinic'
    await secureSite(dist, bookingGrants({ kind: 'widget', place: '1', script, site, styles: [style] }))
    const policy = await policyOf('/')
    expect(policy['script-src']).toBe("'self' https://buttons.treatwell.example")
    expect(policy['frame-src']).toBe('https://buttons.treatwell.example https://widget.treatwell.co.uk')
    expect((await policyOf('/admin/'))['script-src']).not.toContain('treatwell')
    expect(policy['style-src']).toContain(`'${style}'`)
    expect(bookingGrants({ kind: 'link', site })).toEqual([])
  })

  // ASVS 1.3.2
  it('contains unsafe only for style attributes on pages with a payment, and not in the rule for all paths', async () => {
    await secureSite(dist, GRANTS)
    const lines = (await read('_headers')).split('\n')
    const unsafe = lines.flatMap((line, nth) =>
      line.includes('unsafe') ? [lines.findLast((path, at) => at < nth && path.startsWith('/'))] : [],
    )
    expect(new Set(unsafe)).toEqual(new Set(['/', '/shop/']))
    for (const path of ['/', '/shop/']) {
      const { 'style-src-attr': attributes, ...others } = await policyOf(path)
      expect(attributes).toBe("'unsafe-inline'")
      expect(JSON.stringify(others)).not.toContain('unsafe')
    }
  })
})

describe('the other headers', () => {
  // ASVS 3.4.4, 3.4.5, 12.2.1
  it('are on every response', async () => {
    await secureSite(dist, GRANTS)
    for (const path of ['/', '/admin/', '/nope', '/_astro/base.css']) {
      expect(await headersOf(path)).toMatchObject({
        'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
    }
  })

  it('allow payment and the camera only on the pages that need them', async () => {
    await secureSite(dist, GRANTS)
    const permissions = async (path: string) => (await headersOf(path))['Permissions-Policy']
    expect(await permissions('/shop/')).toMatch(
      /camera=\(\).*payment=\(self "https:\/\/js\.stripe\.com" "https:\/\/\*\.js\.stripe\.com"\)/,
    )
    expect(await permissions('/admin/')).toMatch(/camera=\(self\).*payment=\(\)/)
    expect(await permissions('/privacy-policy/')).toMatch(/camera=\(\).*payment=\(\)/)
  })

  it('isolate a page from other windows, except for wallets on pages with a payment', async () => {
    await secureSite(dist, GRANTS)
    const opener = async (path: string) => (await headersOf(path))['Cross-Origin-Opener-Policy']
    expect(await opener('/admin/')).toBe('same-origin')
    expect(await opener('/')).toBe('same-origin-allow-popups')
  })
})

describe('integrity', () => {
  it('is set on the tags of our scripts and styles', async () => {
    await secureSite(dist, GRANTS)
    const admin = await read('admin/index.html')
    const script = hash(SITE['_astro/admin.c3.js'])
    const style = hash(SITE['_astro/base.css'])
    expect(admin).toContain(`src="/_astro/admin.c3.js" integrity="${script}">`)
    expect(admin).toContain(`href="/_astro/base.css" integrity="${style}">`)
  })

  // ASVS 3.6.1
  it('maps all scripts that a page’s islands can import, and no others', async () => {
    await secureSite(dist, GRANTS)
    const shop = await read('shop/index.html')
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(shop) ?? []
    expect(JSON.parse(map)).toEqual({
      integrity: Object.fromEntries(
        (['Pay.e5', 'Shop.a1', 'client.b2', 'shared.d4'] as const).map((name) => [
          `/_astro/${name}.js`,
          hash(SITE[`_astro/${name}.js`]),
        ]),
      ),
    })
    expect(shop.indexOf('importmap')).toBeLessThan(shop.indexOf(RUNTIME))
    expect((await policyOf('/shop/'))['script-src']).toContain(`'${hash(map)}'`)
  })

  it('adds no map to a page without scripts', async () => {
    await secureSite(dist, GRANTS)
    expect(await read('index.html')).not.toContain('importmap')
  })
})

describe('a page that violates the policy', () => {
  it.each([
    ['an inline style', '<p style="color:red">', '<p style="color:red">'],
    [
      'a variable of <style define:vars>',
      '<div data-astro-cid style="--tint: red;">',
      'style="--tint: red;"',
    ],
    ['an inline handler', `<button onclick='go("x > y")'>`, 'onclick='],
    ['a style in a drawing', '<svg><path STYLE=fill:red /></svg>', '<path style="fill:red">'],
  ])('fails the build: %s', async (_, body, said) => {
    await write({ 'therapy/massage/index.html': page(body) })
    await expect(secureSite(dist, GRANTS)).rejects.toThrow(`/therapy/massage/: `)
    await expect(secureSite(dist, GRANTS)).rejects.toThrow(said)
  })

  it('is not reported for the same words in text, a comment or a script', async () => {
    await write({
      'index.html': page(
        `<!-- <p style="x"> --><script>"<p style='x'>"</script><p title='style="x"'>style="x" onclick="y"</p>`,
      ),
    })
    await expect(secureSite(dist, GRANTS)).resolves.toBeUndefined()
  })

  it('fails the build if it names a script that does not exist', async () => {
    await write({ 'index.html': page('<script type="module" src="/_astro/missing.js"></script>') })
    await expect(secureSite(dist, GRANTS)).rejects.toThrow('missing.js')
  })
})
