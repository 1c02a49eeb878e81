import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { builtFolder, builtTexts } from '#tests/harness/built-files.ts'

const folder = builtFolder('dist')
const pages = new Map([...builtTexts('dist')].filter(([file]) => file.endsWith('.html')))
const files = [...pages.keys()]

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? '')
const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const htmlOf = (path: string) => pages.get(path === '/' ? 'index.html' : `${path.slice(1)}.html`)

describe('every page', () => {
  it.each(files)('%s has one h1, and a title and a description that no other page has', (file) => {
    const html = pages.get(file)!
    expect(all(html, /<h1[\s>]()/g)).toHaveLength(1)
    for (const pattern of [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/]) {
      const mine = one(html, pattern)
      expect(mine?.length).toBeGreaterThan(10)
      const same = files.filter((other) => one(pages.get(other)!, pattern) === mine)
      expect(same).toEqual([file])
    }
  })

  it.each(files)('%s links only to existing pages and anchors', (file) => {
    for (const href of all(pages.get(file)!, /<a\b[^>]*?\shref="([^"]+)"/g)) {
      if (!/^[/#]/.test(href)) continue
      const [path = '', anchor] = href.replace(/\?[^#]*/, '').split('#')
      const target = path === '' ? pages.get(file) : htmlOf(path)
      expect(target, `${file} links to ${href}`).toBeDefined()
      if (anchor) expect(target, `${file} links to ${href}`).toMatch(new RegExp(`\\sid="${anchor}"`))
    }
  })

  it.each(files)('%s names only existing files', (file) => {
    const html = pages.get(file)!
    const named = all(
      html,
      /(?:src|href|content)="(?:https?:\/\/[^/"]+)?(\/[^"?#]+\.(?:js|css|svg|png|ico|woff2|mp4|webmanifest))"/g,
    )
    for (const path of named) expect(existsSync(join(folder, path)), `${file} names ${path}`).toBe(true)
  })
})

describe('pages for search engines', () => {
  const found = files.filter(
    (file) =>
      !['404.html', 'voucher.html', 'your-purchase.html'].includes(file) && !file.startsWith('admin/'),
  )

  it.each(found)('%s has its canonical URL, which is in the sitemap', (file) => {
    const path = `/${file}`.replace(/index\.html$|\.html$/, '')
    const canonical = one(pages.get(file)!, /<link rel="canonical" href="([^"]+)"/)
    expect(new URL(canonical ?? '').pathname).toBe(path)
    expect(builtTexts('dist').get('sitemap-0.xml')).toContain(`<loc>${canonical}</loc>`)
  })

  it.each(found)('%s describes itself in structured data', (file) => {
    const json = one(pages.get(file)!, /<script type="application\/ld\+json">(.*?)<\/script>/s)
    const graph = (JSON.parse(json ?? '{}') as { '@graph': { '@type': string }[] })['@graph']
    const types = graph.map((thing) => thing['@type'])
    expect(types).toContain(file === 'index.html' ? clinic.kind : 'BreadcrumbList')
    if (file.startsWith('therapy/')) expect(types).toContain('Service')
  })

  it('names the sitemap in robots.txt and keeps the portal out', () => {
    const robots = builtTexts('dist').get('robots.txt')
    expect(robots).toMatch(/Sitemap: https?:\/\/\S+\/sitemap-index\.xml/)
    expect(robots).toContain('Disallow: /admin/')
  })

  it('says in security.txt where to report a problem, and for how long it says so', () => {
    const text = builtTexts('dist').get('.well-known/security.txt') ?? ''
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2)),
    ) as Record<string, string>
    expect(fields).toMatchObject({
      Contact: `mailto:${clinic.email}`,
      'Preferred-Languages': 'en',
      Canonical: expect.stringMatching(/^https?:\/\/\S+\/\.well-known\/security\.txt$/),
    })
    // RFC 9116, 2.5.5: less than a year is recommended.
    const days = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(300)
    expect(days).toBeLessThanOrEqual(365)
  })
})
