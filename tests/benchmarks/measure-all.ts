import { compressSite } from '../../local/netlify/compress.ts'
import { build, type Built, ROOT } from './build.ts'
import { buildCostTargets, measureBuildCost } from './build-cost/build-cost.ts'
import { functionTargets } from './functions/function-targets.ts'
import { functionTable, measureFunctions } from './functions/functions.ts'
import type { Measured } from './measured.ts'
import { measurePayingWith } from './payments/measure-paying.ts'
import { measurePortal } from './portal/portal.ts'
import { portalTables, portalTargets } from './portal/portal-table.ts'
import { countRoundTrips, roundTripTable, roundTripTargets } from './round-trips/round-trips.ts'
import { startWorld } from './round-trips/world.ts'
import { routeTable, routeTargets } from './routes/route-table.ts'
import { measureRoutes } from './routes/routes.ts'
import { serveSite } from './routes/serve-site.ts'
import { measureShopPictures, shopPictureTargets } from './routes/shop-pictures.ts'
import { fontWeight } from './routes/weight.ts'
import { progress } from './say.ts'
import { speedTable, speedTargets } from './speed/speed-table.ts'
import { measureSpeed } from './speed/speed.ts'
import { throughputTable, throughputTargets } from './throughput/throughput-table.ts'
import { measureThroughput } from './throughput/throughput.ts'

/** Enough to see memory grow; `--soak 10000` takes minutes. */
const SOAKED = 1000

/** Everything against its target; `looks`: how often Lighthouse looks at each page. */
export async function measureAll(looks: number): Promise<Measured> {
  progress('Building pages and functions')
  const built = await build()
  progress('Importing every function, again and again')
  const functions = await measureFunctions(built.functions)
  progress('Starting the database and the card provider')
  const { roundTrips, throughput, routes, shopPictures, speed } = await measureInWorld(built, looks)
  const portal = await measurePortal(built, { vouchers: 100_000, orders: 10_000 })
  const paying = await measurePayingWith(built.functions, SOAKED)
  progress('Building the pages with fifty more and without')
  const buildCost = await measureBuildCost(ROOT)
  return {
    targets: [
      ...speedTargets(speed),
      ...routeTargets(routes, await fontWeight(built.site)),
      ...shopPictureTargets(shopPictures),
      ...buildCostTargets(buildCost),
      ...functionTargets(functions),
      ...roundTripTargets(roundTrips),
      ...throughputTargets(throughput),
      ...paying.targets,
      ...portalTargets(portal),
    ],
    tables: [
      speedTable(speed, looks),
      routeTable(routes),
      functionTable(functions),
      roundTripTable(roundTrips),
      throughputTable(throughput),
      ...paying.tables,
      ...portalTables(portal),
    ],
    figures: {
      speed,
      routes,
      shopPictures,
      buildCost,
      functions,
      roundTrips,
      throughput,
      portal,
      ...paying.figures,
    },
  }
}

async function measureInWorld(built: Built, looks: number) {
  await using world = await startWorld(built.functions)
  progress('Counting round trips')
  const roundTrips = await countRoundTrips(world)
  progress('Asking for the products by our handler and by Express with drizzle, in turn')
  const throughput = await measureThroughput(built.functions)
  progress('Visiting every page')
  await compressSite(built.site)
  await using site = await serveSite(ROOT, built.site, world.functions)
  const routes = await measureRoutes(built.site, site.url)
  const shopPictures = await measureShopPictures(site.url)
  progress('Looking at every public page and its bare text with Lighthouse')
  return {
    roundTrips,
    throughput,
    routes,
    shopPictures,
    speed: await measureSpeed(built.site, site.url, looks),
  }
}
