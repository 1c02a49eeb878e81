import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { MARGIN, target, type Target } from '../target.ts'
import type { PageFigures } from './pages.ts'
import type { PortalFigures } from './portal.ts'

const SLOWER = 1.3
const SEARCH_MS = 10
const STATS_MS = 20
const SCRIPT_KB = 130
const KEY_MS = 100

const ratio = ({ largeMs, smallMs }: PageFigures) => Math.round((largeMs / smallMs) * 100) / 100

export function portalTargets(figures: PortalFigures): Target[] {
  const { large, pages, searches, slowdown, statsMs, dashboard } = figures
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
    target('dashboard: JavaScript of the first tab', rounded(dashboard.scriptBytes / 1000), SCRIPT_KB, 'KB'),
    target('a key typed in the search, four times slowed down', dashboard.worstKeyMs, KEY_MS, 'ms', MARGIN),
  ]
}

export function portalTables({ pages, searches, statsMs, largeStatsMs, large }: PortalFigures): string[] {
  return [
    table(
      ['list', 'page', 'large, ms', 'small, ms', 'ratio'],
      pages.map((each) => [each.list, each.page, each.largeMs, each.smallMs, ratio(each)]),
    ),
    table(
      ['search in', 'for', 'database, ms'],
      searches.map(({ list, what, databaseMs }) => [list, what, databaseMs]),
    ),
    `The figures of the Overview take the database ${statsMs} ms with 50000 vouchers, ${largeStatsMs} ms with ${large.vouchers}.`,
  ]
}
