import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { clinic } from '#content/clinic.ts'
import { rounded } from '#tests/benchmarks/median.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { findRoutes, type BuiltPage } from '#tests/benchmarks/routes/find-routes.ts'
import { inlineScriptWeight, reachableScriptWeight } from '#tests/benchmarks/routes/page-scripts.ts'
import { weightOf } from '#tests/benchmarks/routes/page-weight.ts'
import { visitPage } from '#tests/benchmarks/routes/visit-page.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } }

interface RouteFigures {
  path: string
  viewport: string
  /** Compressed bytes; `document` includes inline scripts. */
  onLoad: Record<Kind, number>
  afterScroll: Record<Kind, number>
  /** JavaScript, inline scripts included. */
  scriptOnLoad: number
  scriptAfterScroll: number
  scriptReachable: number
  /** Requests to other sites. */
  elsewhere: string[]
}

/** Visits every page of the built site at this URL. */
export async function measureRoutes(site: string, url: string): Promise<RouteFigures[]> {
  const browser = await openBrowser()
  try {
    const figures: RouteFigures[] = []
    for (const route of await findRoutes(site)) {
      for (const viewport of Object.keys(VIEWPORTS)) {
        figures.push(await measure(browser, site, url, route, viewport as keyof typeof VIEWPORTS))
      }
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function measure(
  browser: Browser,
  site: string,
  url: string,
  route: BuiltPage,
  viewport: keyof typeof VIEWPORTS,
): Promise<RouteFigures> {
  const { onLoad, afterScroll } = await visitPage(browser, url + route.path, VIEWPORTS[viewport])
  const inPage = await inlineScriptWeight(route)
  const [first, all] = await Promise.all([onLoad, afterScroll].map((asked) => weigh(site, url, asked)))
  return {
    path: route.path,
    viewport,
    onLoad: first!,
    afterScroll: all!,
    scriptOnLoad: inPage + first!.script,
    scriptAfterScroll: inPage + all!.script,
    scriptReachable: inPage + (await reachableScriptWeight(site, route)),
    elsewhere: afterScroll.filter((address) => /^https?:/.test(address) && !address.startsWith(`${url}/`)),
  }
}

async function weigh(site: string, url: string, asked: string[]): Promise<Record<Kind, number>> {
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  for (const address of asked) {
    const file = fileOf(site, url, address)
    if (file) sums[kindOf(file)] += await weightOf(file)
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

const KINDS = ['document', 'css', 'fonts', 'pictures', 'film', 'script', 'else'] as const
type Kind = (typeof KINDS)[number]

const ENDINGS: [Kind, RegExp][] = [
  ['document', /\.html$/],
  ['css', /\.css$/],
  ['fonts', /\.(woff2?|ttf|otf)$/],
  ['pictures', /\.(svg|png|jpe?g|webp|avif|gif|ico)$/],
  ['film', /\.(mp4|webm|mov)$/],
  ['script', /\.m?js$/],
]

/** Classifies by file extension, so that a preloaded script counts as a script. */
function kindOf(file: string): Kind {
  return ENDINGS.find(([, ending]) => ending.test(file))?.[0] ?? 'else'
}

/** Pages to read have smaller budgets than pages with a purchase. */
export const READ = new RegExp(
  `^/(therapy/|${clinic.practitioner.slug}|accessibility-statement|privacy-policy|terms-conditions|cookie-policy)`,
)
const READ_SCRIPT_KB = 2
const HOME_SCRIPT_KB = 5
const HOME_KB = 150
const FONTS_KB = 80
/** Everything that loads without interaction; a dialog loads its own script when it opens. */
const SHOP_SCRIPT_KB = 75

const kilobytes = (bytes: number) => rounded(bytes / 1000)
const sum = (weights: Record<string, number>) => Object.values(weights).reduce((a, b) => a + b, 0)

export function routeTargets(figures: RouteFigures[], fontBytes: number): BenchmarkTarget[] {
  const worst = (pages: RegExp, what: string, limit: number, pick: (of: RouteFigures) => number) =>
    figures
      .filter(({ path }) => pages.test(path))
      .toSorted((a, b) => pick(b) - pick(a))
      .slice(0, 1)
      .map((each) =>
        target(`${each.path} on a ${each.viewport}: ${what}`, kilobytes(pick(each)), limit, 'KB'),
      )
  return [
    ...worst(
      READ,
      'JavaScript on load, worst of what is read',
      READ_SCRIPT_KB,
      ({ scriptOnLoad }) => scriptOnLoad,
    ),
    ...worst(/^\/$/, 'JavaScript on load', HOME_SCRIPT_KB, ({ scriptOnLoad }) => scriptOnLoad),
    ...worst(/^\/$/, 'all on load but the film', HOME_KB, ({ onLoad }) => sum(onLoad) - onLoad.film),
    ...worst(
      /^\/shop$/,
      'JavaScript before a dialog opens',
      SHOP_SCRIPT_KB,
      (each) => each.scriptAfterScroll,
    ),
    target('all fonts', kilobytes(fontBytes), FONTS_KB, 'KB'),
  ]
}

const HEADS = ['route', 'viewport', 'document', 'CSS', 'fonts', 'pictures', 'film', 'on load', 'scrolled']
const SCRIPTS = ['JS on load', 'JS scrolled', 'JS reachable', 'elsewhere']

export function routeTable(figures: RouteFigures[]): string {
  const rows = figures.map((each) => [
    each.path,
    each.viewport,
    ...[each.onLoad.document, each.onLoad.css, each.onLoad.fonts, each.onLoad.pictures].map(kilobytes),
    kilobytes(each.onLoad.film),
    ...[sum(each.onLoad), sum(each.afterScroll)].map(kilobytes),
    ...[each.scriptOnLoad, each.scriptAfterScroll, each.scriptReachable].map(kilobytes),
    each.elsewhere.length,
  ])
  return `${formatTable([...HEADS, ...SCRIPTS], rows)}\nKB as sent (brotli); JavaScript includes inline scripts.`
}
