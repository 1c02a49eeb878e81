import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { publicPaths } from '#tests/benchmarks/routes/find-routes.ts'
import { speedTargets, type SpeedFigures } from '#tests/benchmarks/speed/measure-speed.ts'
import { barePage } from '#tests/benchmarks/speed/serve-bare-pages.ts'

it('a bare page has the text of a page, its title and its structure, and nothing to load', () => {
  const page = `<!doctype html><html><head><title>A page</title><link rel="stylesheet" href="/a.css"></head>
    <body class="deep"><h1 class="big">Hello <em>there</em></h1><script>run()</script><!-- <p>no</p> -->
    <p>Read<a href="/b">more</a></p><svg><text>drawn</text></svg><img src="/c.svg"></body></html>`
  const bare = barePage(page)
  expect(bare).toMatch(/<title>A page<\/title><body><h1>Hello there <\/h1> <p>Read more <\/p>$/)
  expect(bare).not.toMatch(/href|src|class|script|drawn|no</)
})

it('public pages are those of the sitemap', async () => {
  const site = await mkdtemp(join(tmpdir(), 'meridian-bench-'))
  try {
    await expect(publicPaths(site)).rejects.toThrow('names no page')
    const loc = (path: string) => `<loc>http://localhost:4321${path}</loc>`
    await writeFile(join(site, 'sitemap-index.xml'), loc('/sitemap-0.xml'))
    await writeFile(join(site, 'sitemap-0.xml'), loc('/shop') + loc('/'))
    expect(await publicPaths(site)).toEqual(['/', '/shop'])
  } finally {
    await rm(site, { recursive: true })
  }
})

it('a target of several pages has the figure of the worst page', () => {
  const rest = {
    short: [],
    lcpMs: 900,
    bareLcpMs: 600,
    largest: '',
    cls: 0,
    tbtMs: 0,
    bytes: 0,
    scriptBytes: 0,
  }
  const figures = (path: string, lcpRatio: number, seo: number): SpeedFigures => ({
    ...rest,
    path,
    lcpRatio,
    scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo },
  })
  const [points, largest] = speedTargets([figures('/', 1.2, 92), figures('/shop', 1.6, 100)])
  expect(points).toMatchObject({ name: expect.stringContaining(''), value: 8, met: false })
  expect(largest).toMatchObject({
    name: expect.stringContaining('worst page, /shop:'),
    value: 1.6,
    met: false,
  })
})
