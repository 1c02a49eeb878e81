import { compressSite } from '#local/netlify/compress.ts'
import { buildCostTargets, measureBuildCost } from '#tests/benchmarks/build-cost/measure-build-cost.ts'
import { build, ROOT, type BenchmarkBuild } from '#tests/benchmarks/build.ts'
import {
  functionTable,
  functionTargets,
  measureFunctions,
} from '#tests/benchmarks/functions/measure-functions.ts'
import { measurePayments, paymentTable, paymentTargets } from '#tests/benchmarks/payments/measure-payments.ts'
import { measurePortal, portalTables, portalTargets } from '#tests/benchmarks/portal/measure-portal.ts'
import {
  measurePurchases,
  purchaseTable,
  purchaseTargets,
} from '#tests/benchmarks/purchases/measure-purchases.ts'
import { progress } from '#tests/benchmarks/report.ts'
import { startBuiltSite } from '#tests/benchmarks/round-trips/built-site.ts'
import {
  countRoundTrips,
  roundTripTable,
  roundTripTargets,
} from '#tests/benchmarks/round-trips/count-round-trips.ts'
import { measureRoutes, routeTable, routeTargets } from '#tests/benchmarks/routes/measure-routes.ts'
import { fontWeight } from '#tests/benchmarks/routes/page-weight.ts'
import { serveSite } from '#tests/benchmarks/routes/serve-site.ts'
import { measureShopPictures, shopPictureTargets } from '#tests/benchmarks/routes/shop-pictures.ts'
import { measureSoak, soakTable, soakTargets } from '#tests/benchmarks/soak/measure-soak.ts'
import { measureSpeed, speedTable, speedTargets } from '#tests/benchmarks/speed/measure-speed.ts'
import type { Measured } from '#tests/benchmarks/target.ts'
import {
  measureThroughput,
  throughputTable,
  throughputTargets,
} from '#tests/benchmarks/throughput/measure-throughput.ts'

/** Purchases of the soak, enough to see memory grow; `--soak 10000` takes minutes. */
const SOAK_PURCHASES = 1000

/** Measures everything. `lighthouseRuns`: runs of Lighthouse for each page. */
export async function measureAll(lighthouseRuns: number): Promise<Measured> {
  progress('Building pages and functions')
  const built = await build()
  progress('Importing every function, again and again')
  const functions = await measureFunctions(built.functions)
  progress('Starting the database and the card provider')
  const { roundTrips, throughput, routes, shopPictures, speed } = await measureOnSite(built, lighthouseRuns)
  const portal = await measurePortal(built, { vouchers: 100_000, orders: 10_000 })
  const paying = await measureBuiltPayments(built.functions, SOAK_PURCHASES)
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
      speedTable(speed, lighthouseRuns),
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

async function measureOnSite(built: BenchmarkBuild, lighthouseRuns: number) {
  await using world = await startBuiltSite(built.functions)
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
    speed: await measureSpeed(built.site, site.url, lighthouseRuns),
  }
}

/** Measures concurrent purchases only, which take a minute. */
export async function measurePurchasesOnly(count: number): Promise<Measured> {
  progress('Building pages and functions')
  const built = await build()
  progress(`Starting a stack, and ${count} purchases within a minute`)
  const figures = await measurePurchases(built, count)
  const { purchases: _, ...rest } = figures
  return { targets: purchaseTargets(figures), tables: [purchaseTable(figures)], figures: { purchases: rest } }
}

/** Measures the payment endpoints and the soak only. */
export async function measurePaymentsAndSoak(purchases: number): Promise<Measured> {
  progress('Building pages and functions')
  const { functions } = await build()
  return await measureBuiltPayments(functions, purchases)
}

async function measureBuiltPayments(functions: string, purchases: number): Promise<Measured> {
  progress('Starting and settling payments, by one caller and by fifty at once')
  const payments = await measurePayments(functions)
  progress(`${purchases} purchases with faults`)
  const soak = await measureSoak(functions, purchases)
  return {
    targets: [...paymentTargets(payments), ...soakTargets(soak)],
    tables: [paymentTable(payments), soakTable(soak)],
    figures: { payments, soak },
  }
}

/** Measures the portal only, with a million vouchers. */
export async function measurePortalOnly(): Promise<Measured> {
  progress('Building pages and functions')
  const portal = await measurePortal(await build(), { vouchers: 1_000_000, orders: 100_000 })
  return { targets: portalTargets(portal), tables: portalTables(portal), figures: { portal } }
}
