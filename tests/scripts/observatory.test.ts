import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { servePages } from '#local/netlify/serve-pages.ts'
import { builtTexts } from '#tests/harness/built-files.ts'
import { score } from '#tests/scripts/observatory.ts'

const files = [...builtTexts('dist').keys()].filter((file) => file.endsWith('.html'))
const pages = files.map((file) => `/${file}`.replace(/(?<=\/)index\.html$|(?<!\/404)\.html$/, ''))

// The integrity of our modules is in the import map, which these rules do not read.
const VOUCHED = '<script src="/ours.js" integrity="sha256-x"></script>'

let server: Server
let site: string

beforeAll(async () => {
  server = createServer(await servePages({ root: resolve(import.meta.dirname, '../..'), publish: 'dist' }))
  site = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => void server.close())

// As a cross-site request.
const open = async (path: string) => {
  const answer = await fetch(site + path, { headers: { origin: 'https://elsewhere.example' } })
  return { headers: answer.headers, html: await answer.text() }
}

describe('by the rules of MDN’s HTTP Observatory', () => {
  // ASVS 3.4.1, 3.4.2
  it.each([...pages, '/index.html', '/no-such-page', '/admin/no-such-page'])(
    '%s scores 140 or more',
    async (path) => {
      const { headers, html } = await open(path)
      const scored = score(headers, html)
      expect(scored.score, JSON.stringify(scored.points)).toBeGreaterThanOrEqual(140)
    },
  )

  it.each([
    ['content-security-policy', null, 55],
    ['content-security-policy', "default-src 'self'; frame-ancestors 'none'", 140],
    ['content-security-policy', "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'", 80],
    ['content-security-policy', "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'", 125],
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", 135],
    ['content-security-policy', "default-src 'none'; img-src http:; frame-ancestors 'none'", 125],
    ['content-security-policy', "default-src 'none'; frame-src http://a.example; frame-ancestors 'none'", 80],
    ['content-security-policy', "default-src 'none'; default-src 'none'; frame-ancestors 'none'", 55],
    ['content-security-policy', "default-src 'none'", 80],
    ['strict-transport-security', null, 80],
    ['strict-transport-security', 'max-age=3600', 135],
    ['x-content-type-options', null, 140],
    ['referrer-policy', null, 140],
    ['referrer-policy', 'unsafe-url', 135],
    ['cross-origin-resource-policy', null, 135],
    ['cross-origin-opener-policy', null, 135],
    ['cross-origin-opener-policy', 'same origin', 130],
    ['access-control-allow-credentials', 'true', 50],
    ['set-cookie', 'visitor=1', 80],
  ])('a page whose %s is %j scores %i', async (name, value, points) => {
    const { headers } = await open('/shop')
    expect(score(headers, VOUCHED).score).toBe(145)
    const other = new Headers(headers)
    if (value === null) other.delete(name)
    else other.set(name, value)
    expect(score(other, VOUCHED).score).toBe(points)
  })

  it.each([
    ['<script src="/ours.js"></script>', 140],
    ['<script src="https://a.example/theirs.js"></script>', 135],
    ['<script src="https://a.example/theirs.js" integrity="sha256-x"></script>', 145],
    ['<script src="//a.example/theirs.js" integrity="sha256-x"></script>', 80],
    ['<script src="http://a.example/theirs.js"></script>', 50],
  ])('a page with %s scores %i', async (html, points) => {
    expect(score((await open('/shop')).headers, html).score).toBe(points)
  })
})
