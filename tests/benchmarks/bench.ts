import { parseArgs } from 'node:util'
import { compressSite } from '#local/netlify/compress.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { build, ROOT } from '#tests/benchmarks/build.ts'
import {
  listTable,
  listTargets,
  measureLists,
  measureReports,
  reportTargets,
} from '#tests/benchmarks/lists/measure-lists.ts'
import { functionTargets, measureFunctions } from '#tests/benchmarks/measure-functions.ts'
import { progress } from '#tests/benchmarks/report.ts'
import { startBuiltSite } from '#tests/benchmarks/round-trips/built-site.ts'
import {
  countRoundTrips,
  roundTripTable,
  roundTripTargets,
} from '#tests/benchmarks/round-trips/count-round-trips.ts'
import { measureRoutes, routeTable, routeTargets } from '#tests/benchmarks/routes/measure-routes.ts'
import { serveSite } from '#tests/benchmarks/routes/serve-site.ts'
import { weighPortal } from '#tests/benchmarks/routes/weigh-portal.ts'
import { measureSpeed, speedTable, speedTargets } from '#tests/benchmarks/speed/measure-speed.ts'
import { target, targetTable } from '#tests/benchmarks/target.ts'
import { writeBenchmarks } from '#tests/benchmarks/write-benchmarks.ts'

// `npm run bench`. The last line of its output is JSON.

const PORTAL_SCRIPT_KB = 130

const began = performance.now()
const { values: asked } = parseArgs({ options: { write: { type: 'boolean' } } })

const { targets, tables } = await measure()
const missed = targets.filter(({ result }) => result === 'missed').length
print(`\n${[...tables, targetTable(targets)].join('\n\n')}\n`)
print(missed === 0 ? 'No target is missed.' : `${missed} of ${targets.length} targets are missed.`)
const seconds = Math.round((performance.now() - began) / 1000)
print(JSON.stringify({ missed, targets, node: process.version, seconds }))
if (asked.write) await writeBenchmarks(targets)
process.exitCode = missed === 0 ? 0 : 1

async function measure() {
  progress('Building pages and functions')
  const built = await build()
  await compressSite(built.site)
  const functions = await measureFunctions(built.functions)
  await using world = await startBuiltSite(built.functions)
  progress('Counting round trips')
  const roundTrips = await silenceConsole(() => countRoundTrips(world))
  await using site = await serveSite(ROOT, built.site, world.functions)
  progress('Visiting every page')
  const routes = await measureRoutes(built.site, site.url)
  const portal = await weighPortal(built.site, site.url, world.databaseUrl)
  progress('Looking at every public page and its bare text with Lighthouse')
  const speed = await measureSpeed(built.site, site.url)
  const lists = await measureLists(world.databaseUrl)
  const reports = await measureReports(world.databaseUrl)
  return {
    targets: [
      ...speedTargets(speed),
      ...routeTargets(routes),
      target('portal: JavaScript of its first tab', portal, PORTAL_SCRIPT_KB, 'KB'),
      ...functionTargets(functions),
      ...roundTripTargets(roundTrips),
      ...listTargets(lists),
      ...reportTargets(reports),
    ],
    tables: [speedTable(speed), routeTable(routes), roundTripTable(roundTrips), listTable(lists)],
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
