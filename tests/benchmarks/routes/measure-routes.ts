import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { practitioners } from '#content/practitioners.ts'
import { formatTable, kilobytes } from '#tests/benchmarks/report.ts'
import { findRoutes } from '#tests/benchmarks/routes/find-routes.ts'
import { inlineScriptWeight } from '#tests/benchmarks/routes/inline-script-weight.ts'
import { fontWeight, weightOf } from '#tests/benchmarks/routes/page-weight.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } }
type ViewportName = keyof typeof VIEWPORTS

/** A visit with an empty cache, until the network is idle. Compressed bytes. */
interface Visit {
  path: string
  viewport: ViewportName
  /** JavaScript, inline scripts included. */
  script: number
  film: number
  all: number
}

interface RouteFigures {
  visits: Visit[]
  /** All built fonts, used or not (bytes). */
  fonts: number
}

/** A link of an email leads there, and only with a token the page loads its island. */
const YOUR_PURCHASE = '/your-purchase#no.such-token'

/** Visits every page of the built site at this URL. */
export async function measureRoutes(site: string, url: string): Promise<RouteFigures> {
  const browser = await openBrowser()
  try {
    const visits: Visit[] = []
    const routes = await findRoutes(site)
    const links = routes.flatMap(({ path, file }) => ({
      path: path === '/your-purchase' ? YOUR_PURCHASE : path,
      file,
    }))
    for (const { path, file } of links)
      for (const viewport of ['phone', 'desktop'] as const) {
        const asked = await requestsOf(browser, url + path, viewport)
        visits.push({ path, viewport, ...(await weigh(site, url, file, asked)) })
      }
    return { visits, fonts: await fontWeight(site) }
  } finally {
    await browser.close()
  }
}

async function requestsOf(browser: Browser, url: string, viewport: ViewportName): Promise<Set<string>> {
  const context = await browser.newContext({ viewport: VIEWPORTS[viewport], locale: 'en-GB' })
  const asked = new Set<string>()
  try {
    const page = await context.newPage()
    page.on('request', (request) => asked.add(request.url()))
    await page.goto(url, { waitUntil: 'networkidle' })
    return new Set(asked)
  } finally {
    await context.close()
  }
}

async function weigh(site: string, url: string, page: string, asked: Set<string>) {
  const sums = { script: await inlineScriptWeight(page), film: 0, all: 0 }
  for (const address of asked) {
    const file = fileOf(site, url, address)
    if (!file) continue
    const bytes = await weightOf(file)
    sums.all += bytes
    if (/\.m?js$/.test(file)) sums.script += bytes
    if (/\.(mp4|webm|mov)$/.test(file)) sums.film += bytes
  }
  return sums
}

/** Responses of functions are not files, and small. */
function fileOf(site: string, url: string, address: string): string | undefined {
  if (!address.startsWith(`${url}/`)) return undefined
  const path = decodeURI(new URL(address).pathname)
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  return names
    .map((name) => join(site, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** Pages to read have smaller limits than pages with a purchase. */
export const READ = new RegExp(
  `^/(therapy/|${practitioners[0].slug}|accessibility-statement|privacy-policy|terms-conditions|cookie-policy)`,
)
const SCRIPT_KB: [name: string, pages: RegExp, limit: number][] = [
  ['pages to read', READ, 3],
  ['home', /^\/$/, 8],
  ['shop', /^\/shop$/, 85],
  ['Your purchase', /^\/your-purchase/, 85],
  ['Your voucher', /^\/voucher/, 85],
]
const HOME_KB = 150
const FONTS_KB = 80

export function routeTargets({ visits, fonts }: RouteFigures): BenchmarkTarget[] {
  const worst = (what: string, pages: RegExp, limit: number, pick: (visit: Visit) => number) =>
    visits
      .filter(({ path }) => pages.test(path))
      .toSorted((a, b) => pick(b) - pick(a))
      .slice(0, 1)
      .map((visit) =>
        target(`${visit.path} on a ${visit.viewport}: ${what}`, kilobytes(pick(visit)), limit, 'KB'),
      )
  return [
    ...SCRIPT_KB.flatMap(([name, pages, limit]) =>
      worst(`JavaScript on load, ${name}`, pages, limit, ({ script }) => script),
    ),
    ...worst('all on load but the film', /^\/$/, HOME_KB, ({ all, film }) => all - film),
    target('all fonts', kilobytes(fonts), FONTS_KB, 'KB'),
  ]
}

export function routeTable({ visits }: RouteFigures): string {
  const rows = visits.map(({ path, viewport, script, film, all }) => [
    path,
    viewport,
    ...[script, film, all].map(kilobytes),
  ])
  return formatTable(['page', 'viewport', 'JavaScript, KB', 'film, KB', 'all on load, KB'], rows)
}
