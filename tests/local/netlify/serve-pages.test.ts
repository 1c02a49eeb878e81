import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { compressSite } from '#local/netlify/compress.ts'
import { servePages } from '#local/netlify/serve-pages.ts'

const SITE = {
  'netlify.toml': `
    [[headers]]
    for = "/_astro/*"
    [headers.values]
    Cache-Control = "public, max-age=31536000, immutable"
    [[redirects]]
    from = "/old/*"
    to = "/shop/:splat"
    [[redirects]]
    from = "/removed"
    to = "/gone.html"
    status = 410
    [[redirects]]
    from = "/shop/forced"
    to = "/"
    status = 302
    force = true
    [[redirects]]
    from = "/shop"
    to = "/never-because-there-is-a-page"`,
  'dist/_headers': `
/*
  X-Frame-Options: DENY
  Content-Security-Policy: script-src 'self' 'sha256-all'
/shop/
  Content-Security-Policy: script-src 'self'`,
  'dist/_redirects': '/from-file /plain 301',
  'dist/index.html': '<h1>Home</h1>',
  'dist/404.html': '<h1>Lost</h1>',
  'dist/gone.html': '<h1>Gone</h1>',
  'dist/plain.html': '<h1>Plain</h1>',
  'dist/shop/index.html': '<h1>Shop</h1>',
  'dist/shop/forced/index.html': '<h1>Never seen</h1>',
  'dist/_astro/a.Bc12.js': 'export {}',
  'dist/café.txt': 'coffee',
}

let root: string
let server: Server
let url: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pages-'))
  for (const [path, text] of Object.entries(SITE)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  server = createServer(await servePages({ root, publish: 'dist' }))
  url = `http://127.0.0.1:${await listen(server)}`
})
afterAll(async () => {
  server.close()
  await rm(root, { recursive: true })
})

const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })

describe('a page', () => {
  // ASVS 4.1.1
  it('has its content type, its cache rule and its own headers over the general ones', async () => {
    const response = await get('/shop/')
    expect([response.status, await response.text()]).toEqual([200, '<h1>Shop</h1>'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': "script-src 'self'",
      'x-frame-options': 'DENY',
    })
  })

  it('has the general headers if its rule does not match the requested path', async () => {
    const response = await get('/shop/index.html')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toBe("script-src 'self' 'sha256-all'")
  })

  it('returns 304 with its headers to a client that has it', async () => {
    const etag = (await get('/shop/')).headers.get('etag') ?? ''
    const response = await get('/shop/', { headers: { 'if-none-match': etag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('content-security-policy')).toBe("script-src 'self'")
  })

  it('is sent without its body to HEAD', async () => {
    const response = await get('/shop/', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('is found under a name with letters outside ASCII', async () => {
    expect(await (await get('/caf%C3%A9.txt')).text()).toBe('coffee')
  })

  it('keeps the cache rule of netlify.toml for hashed files', async () => {
    const response = await get('/_astro/a.Bc12.js')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript')
  })
})

describe('another spelling of a URL', () => {
  it.each([
    ['/shop', '/shop/'],
    ['/shop?payment_intent=pi_1&x=%2F', '/shop/?payment_intent=pi_1&x=%2F'],
    ['/plain/', '/plain'],
    ['/old/a/b', '/shop/a/b'],
    ['/old/a?q=1', '/shop/a?q=1'],
    ['/from-file', '/plain'],
  ])('redirects from %s to %s', async (from, to) => {
    const response = await get(from)
    expect([response.status, response.headers.get('location')]).toEqual([301, to])
  })

  it('applies a forced rule before a file, and another rule only without a file', async () => {
    expect((await get('/shop/forced/')).status).toBe(302)
    expect((await get('/shop')).headers.get('location')).toBe('/shop/')
  })
})

describe('an unknown path', () => {
  it('gets the 404 page with its status and the general headers', async () => {
    const response = await get('/nope', { headers: { 'if-none-match': '*' } })
    expect([response.status, await response.text()]).toEqual([404, '<h1>Lost</h1>'])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  it('gets the page and status of its rule', async () => {
    const response = await get('/removed')
    expect([response.status, await response.text()]).toEqual([410, '<h1>Gone</h1>'])
  })

  it.each(['/_headers', '/_redirects', '/%2e%2e/netlify.toml', '/..%2fnetlify.toml'])(
    'hides %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('cannot leave the site through dots', async () => {
    const { hostname, port } = new URL(url)
    const raw = httpRequest({ hostname, port, path: '/../netlify.toml' }).end()
    const response: IncomingMessage = (await once(raw, 'response'))[0]
    expect(response.resume().statusCode).toBe(404)
  })

  it('returns 400 if it cannot be decoded', async () => {
    expect((await get('/%E0%A4%A')).status).toBe(400)
  })
})

describe('a compressed site', () => {
  let compressed: Server
  let at: string

  beforeAll(async () => {
    const copy = join(root, 'copy')
    await cp(join(root, 'dist'), copy, { recursive: true })
    await writeFile(join(copy, 'film.mp4'), 'film')
    await compressSite(copy)
    compressed = createServer(await servePages({ root, publish: 'copy' }))
    at = `http://127.0.0.1:${await listen(compressed)}`
  })
  afterAll(() => void compressed.close())

  const read = (
    path: string,
    encoding: string,
    init: { method?: string; headers?: Record<string, string> } = {},
  ) => fetch(at + path, { ...init, headers: { 'accept-encoding': encoding, ...init.headers } })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ])('responds to Accept-Encoding "%s" with %s, the same type and headers', async (accepted, encoding) => {
    const response = await read('/shop/', accepted)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy': "script-src 'self'",
      vary: 'Accept-Encoding',
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(await response.text()).toBe('<h1>Shop</h1>')
  })

  it('sends the same headers to HEAD, and 304 to a client with this encoding', async () => {
    const head = await read('/shop/', 'br', { method: 'HEAD' })
    expect([head.headers.get('content-encoding'), await head.text()]).toEqual(['br', ''])
    const known = { headers: { 'if-none-match': head.headers.get('etag') ?? '' } }
    const again = await read('/shop/', 'br', known)
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
    expect((await read('/shop/', 'identity', known)).status).toBe(200)
  })

  it('compresses the 404 page and scripts', async () => {
    const missing = await read('/nope', 'gzip')
    expect([missing.status, missing.headers.get('content-encoding')]).toEqual([404, 'gzip'])
    expect([missing.headers.get('vary'), await missing.text()]).toEqual(['Accept-Encoding', '<h1>Lost</h1>'])
    expect((await read('/_astro/a.Bc12.js', 'br')).headers.get('content-encoding')).toBe('br')
  })

  it('sends a video uncompressed and does not serve the copies by name', async () => {
    expect((await read('/film.mp4', 'gzip, br')).headers.get('content-encoding')).toBeNull()
    expect((await read('/shop/index.html.br', 'br')).status).toBe(404)
    expect((await read('/shop/index.html.gz', 'gzip')).status).toBe(404)
  })
})

it('servePages accepts GET and HEAD only: 405 for a page, 404 for an unknown path', async () => {
  expect((await get('/shop/', { method: 'POST' })).status).toBe(405)
  expect((await get('/api/nope', { method: 'POST' })).status).toBe(404)
})

it('servePages refuses rules that are invalid or not implemented', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(broken, 'dist'))
  await writeFile(
    join(broken, 'netlify.toml'),
    '[[redirects]]\nfrom = "/a"\nto = "https://b.example"\nstatus = 200',
  )
  await expect(servePages({ root: broken, publish: 'dist' })).rejects.toThrow('the local stack does not know')
  await writeFile(join(broken, 'netlify.toml'), '[[redirects]]\nto = "/b"')
  await expect(servePages({ root: broken, publish: 'dist' })).rejects.toThrow('Missing "from" field')
  await rm(broken, { recursive: true })
})
