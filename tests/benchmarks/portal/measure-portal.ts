import { withDatabase } from '#local/postgres/databases.ts'
import { systemClock as clock } from '#server/clients/services.ts'
import { getStats } from '#server/reports/stats.ts'
import { ROOT, type BenchmarkBuild } from '#tests/benchmarks/build.ts'
import { slowdown } from '#tests/benchmarks/functions/import-times.ts'
import { rounded } from '#tests/benchmarks/median.ts'
import { explainingDb } from '#tests/benchmarks/portal/explaining-db.ts'
import { fillDatabase, type RowCounts } from '#tests/benchmarks/portal/fill-database.ts'
import { measurePages, type PageFigures } from '#tests/benchmarks/portal/measure-pages.ts'
import { measurePortalPage, type PortalPageFigures } from '#tests/benchmarks/portal/measure-portal-page.ts'
import { measureSearches, type SearchFigures } from '#tests/benchmarks/portal/measure-searches.ts'
import { formatTable, progress } from '#tests/benchmarks/report.ts'
import { startBuiltSite } from '#tests/benchmarks/round-trips/built-site.ts'
import { serveSite } from '#tests/benchmarks/routes/serve-site.ts'
import { MARGIN, target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

export interface PortalFigures {
  large: RowCounts
  pages: PageFigures[]
  searches: SearchFigures[]
  /** Slowdown of this machine compared with the reference machine. */
  slowdown: number
  /** Milliseconds in the database after five years of a clinic, and with the largest data. */
  statsMs: number
  largeStatsMs: number
  portalPage: PortalPageFigures
}

const SMALL = { vouchers: 1000, orders: 1000 }
const FIVE_YEARS = { vouchers: 50_000, orders: 5000 }

/** Measures the portal with a million vouchers and with a thousand. */
export async function measurePortal(built: BenchmarkBuild, large: RowCounts): Promise<PortalFigures> {
  await using world = await startBuiltSite(built.functions)
  const database = async (name: string, amount: RowCounts) => {
    progress(`Filling a database with ${amount.vouchers} vouchers and ${amount.orders} orders`)
    const url = withDatabase(world.databaseUrl, name)
    await fillDatabase(url, amount)
    return url
  }
  const small = await database('small', SMALL)
  const five = await database('five_years', FIVE_YEARS)
  const largeUrl = await database('large', large)
  progress('Turning pages, searching, counting')
  return {
    large,
    pages: await measurePages(largeUrl, small),
    searches: await measureSearches(largeUrl),
    slowdown: await slowdown(),
    statsMs: await measureStats(five),
    largeStatsMs: await measureStats(largeUrl),
    portalPage: await inBrowser(built.site, world.functions, largeUrl),
  }
}

async function inBrowser(
  site: string,
  functions: Parameters<typeof serveSite>[2],
  databaseUrl: string,
): Promise<PortalPageFigures> {
  progress('Opening the portal, and typing in its search')
  // Read on the first call.
  process.env['DATABASE_URL'] = databaseUrl
  await using served = await serveSite(ROOT, site, functions)
  return await measurePortalPage(site, served.url, databaseUrl)
}

/** Returns the time in the database (ms) for the figures of the Overview. */
async function measureStats(url: string): Promise<number> {
  const { db, spentMs } = explainingDb(url)
  await getStats({ db, clock })
  return rounded(spentMs())
}

const SLOWER = 1.3
const SEARCH_MS = 10
const STATS_MS = 20
const SCRIPT_KB = 130
const KEY_MS = 100

const ratio = ({ largeMs, smallMs }: PageFigures) => Math.round((largeMs / smallMs) * 100) / 100

export function portalTargets(figures: PortalFigures): BenchmarkTarget[] {
  const { large, pages, searches, slowdown, statsMs, portalPage } = figures
  const slowest = pages.reduce((worst, each) => (ratio(each) > ratio(worst) ? each : worst))
  const search = searches.reduce((worst, each) => (each.databaseMs > worst.databaseMs ? each : worst))
  const among = `with ${large.vouchers} vouchers`
  return [
    target(
      `${slowest.list}, ${slowest.page} page ${among}, against 1000, worst of ${pages.length}`,
      ratio(slowest),
      SLOWER,
      'x',
      MARGIN,
    ),
    target(
      `${search.list}, searching for ${search.what} ${among}, worst of ${searches.length}`,
      search.databaseMs,
      rounded(SEARCH_MS * slowdown),
      'ms',
      MARGIN,
    ),
    target(
      'figures of the Overview with 50000 vouchers',
      statsMs,
      rounded(STATS_MS * slowdown),
      'ms',
      MARGIN,
    ),
    target('portal: JavaScript of the first tab', rounded(portalPage.scriptBytes / 1000), SCRIPT_KB, 'KB'),
    target('a key typed in the search, four times slowed down', portalPage.worstKeyMs, KEY_MS, 'ms', MARGIN),
  ]
}

export function portalTables({ pages, searches, statsMs, largeStatsMs, large }: PortalFigures): string[] {
  return [
    formatTable(
      ['list', 'page', 'large, ms', 'small, ms', 'ratio'],
      pages.map((each) => [each.list, each.page, each.largeMs, each.smallMs, ratio(each)]),
    ),
    formatTable(
      ['search in', 'for', 'database, ms'],
      searches.map(({ list, what, databaseMs }) => [list, what, databaseMs]),
    ),
    `The figures of the Overview take the database ${statsMs} ms with 50000 vouchers, ${largeStatsMs} ms with ${large.vouchers}.`,
  ]
}
