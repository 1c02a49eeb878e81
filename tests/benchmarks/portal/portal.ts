import { type Built, ROOT } from '../build.ts'
import { startWorld } from '../round-trips/world.ts'
import { serveSite } from '../routes/serve-site.ts'
import { progress } from '../say.ts'
import { slowdown } from '../slowdown.ts'
import { withDatabase } from '../../../local/postgres/databases.ts'
import { type DashboardFigures, measureDashboard } from './dashboard.ts'
import { type Amount, fillDatabase } from './database.ts'
import { measurePages, type PageFigures } from './pages.ts'
import { measureSearches, type SearchFigures } from './searches.ts'
import { measureStats } from './stats.ts'

export interface PortalFigures {
  large: Amount
  pages: PageFigures[]
  searches: SearchFigures[]
  /** See slowdown.ts. */
  slowdown: number
  /** Milliseconds in the database, with the books of a clinic after five years and with the largest ones. */
  statsMs: number
  largeStatsMs: number
  dashboard: DashboardFigures
}

const SMALL = { vouchers: 1000, orders: 1000 }
const FIVE_YEARS = { vouchers: 50_000, orders: 5000 }

/** The owner's portal with more in its books than it will ever have, against its first thousand. */
export async function measurePortal(built: Built, large: Amount): Promise<PortalFigures> {
  await using world = await startWorld(built.functions)
  const database = async (name: string, amount: Amount) => {
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
    dashboard: await inBrowser(built.site, world.functions, largeUrl),
  }
}

async function inBrowser(
  site: string,
  functions: Parameters<typeof serveSite>[2],
  databaseUrl: string,
): Promise<DashboardFigures> {
  progress('Opening the dashboard, and typing in its search')
  // Read at the first call.
  process.env['DATABASE_URL'] = databaseUrl
  await using served = await serveSite(ROOT, site, functions)
  return await measureDashboard(site, served.url, databaseUrl)
}
