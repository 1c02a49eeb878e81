import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { followPort } from '#local/follow-port.ts'

it('a stack on another port names it in its pages, sitemap and robots.txt, and nothing else', async () => {
  const site = await mkdtemp(join(tmpdir(), 'site-'))
  await mkdir(join(site, 'therapy'))
  const texts = {
    'therapy/massage.html': '<link rel="canonical" href="http://localhost:4321/therapy/massage">',
    'sitemap-0.xml': '<loc>http://localhost:4321</loc>',
    'robots.txt': 'Sitemap: http://localhost:4321/sitemap-index.xml',
    'app.js': '"http://localhost:4321"',
    'other.html': 'http://localhost:43210/',
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(site, name), text)
  await followPort(site, 'http://localhost:5161')
  const read = (name: string) => readFile(join(site, name), 'utf8')
  expect(await read('therapy/massage.html')).toContain('"http://localhost:5161/therapy/massage"')
  expect(await read('sitemap-0.xml')).toBe('<loc>http://localhost:5161</loc>')
  expect(await read('robots.txt')).toBe('Sitemap: http://localhost:5161/sitemap-index.xml')
  for (const name of ['app.js', 'other.html'] as const) expect(await read(name)).toBe(texts[name])
})
