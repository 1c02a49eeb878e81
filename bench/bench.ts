import { parseArgs } from 'node:util'
import { compressSite } from '../local/netlify/compress.ts'
import { build, ROOT } from './build.ts'
import { buildCostTargets, measureBuildCost } from './build-cost/build-cost.ts'
import { functionTargets } from './functions/function-targets.ts'
import { functionTable, measureFunctions } from './functions/functions.ts'
import { countRoundTrips, roundTripTable, roundTripTargets } from './round-trips/round-trips.ts'
import { startWorld } from './round-trips/world.ts'
import { routeTable, routeTargets } from './routes/route-table.ts'
import { measureRoutes } from './routes/routes.ts'
import { serveSite } from './routes/serve-site.ts'
import { fontWeight } from './routes/weight.ts'
import { print, progress } from './say.ts'
import { speedTable, speedTargets } from './speed/speed-table.ts'
import { measureSpeed } from './speed/speed.ts'
import { targetTable } from './target.ts'

const began = performance.now()
const { values: asked } = parseArgs({ options: { lighthouse: { type: 'string', default: '1' } } })
const looks = Number(asked.lighthouse)

progress('Building pages and functions')
const built = await build()

progress('Importing every function, again and again')
const functions = await measureFunctions(built.functions)

progress('Starting the database and the card provider')
const { roundTrips, routes, speed } = await measureInWorld()

progress('Building the pages with fifty more and without')
const buildCost = await measureBuildCost(ROOT)

const targets = [
  ...speedTargets(speed),
  ...routeTargets(routes, await fontWeight(built.site)),
  ...buildCostTargets(buildCost),
  ...functionTargets(functions),
  ...roundTripTargets(roundTrips),
]
const missed = targets.filter(({ met }) => !met).length
const tables = [
  speedTable(speed, looks),
  routeTable(routes),
  functionTable(functions),
  roundTripTable(roundTrips),
  targetTable(targets),
]
print(`\n${tables.join('\n\n')}\n`)
print(missed === 0 ? 'Every target is met.' : `${missed} of ${targets.length} targets are not met.`)
const seconds = Math.round((performance.now() - began) / 1000)
const figures = { speed, routes, buildCost, functions, roundTrips }
print(JSON.stringify({ missed, targets, ...figures, node: process.version, seconds }))
process.exitCode = missed === 0 ? 0 : 1

async function measureInWorld() {
  await using world = await startWorld(built.functions)
  progress('Counting round trips')
  const roundTrips = await countRoundTrips(world)
  progress('Visiting every page')
  await compressSite(built.site)
  await using site = await serveSite(ROOT, built.site, world.functions)
  const routes = await measureRoutes(built.site, site.url)
  progress('Looking at every public page and its bare text with Lighthouse')
  return { roundTrips, routes, speed: await measureSpeed(built.site, site.url, looks) }
}
