import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { servePages } from '#local/netlify/serve-pages.ts'
import { builtTexts } from '#tests/harness/built-files.ts'
import { score } from '#tests/scripts/observatory.ts'

const files = [...builtTexts('dist').keys()].filter((file) => file.endsWith('.html'))
const pages = files.map((file) => `/${file}`.replace(/(?<=\/)index\.html$|(?<!\/404)\.html$/, ''))

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
})
