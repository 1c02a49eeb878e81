import { build, ROOT } from './build.ts'
import { functionTargets } from './functions/function-targets.ts'
import { functionTable, measureFunctions } from './functions/functions.ts'
import { countRoundTrips, roundTripTable, roundTripTargets } from './round-trips/round-trips.ts'
import { startWorld } from './round-trips/world.ts'
import { routeTable, routeTargets } from './routes/route-table.ts'
import { measureRoutes } from './routes/routes.ts'
import { serveSite } from './routes/serve-site.ts'
import { print, progress } from './say.ts'
import { targetTable } from './target.ts'

const began = performance.now()

progress('Building pages and functions')
const built = await build()

progress('Importing every function, again and again')
const functions = await measureFunctions(built.functions)

progress('Starting the database and the card provider')
const { roundTrips, routes } = await measureInWorld()

const targets = [...routeTargets(routes), ...functionTargets(functions), ...roundTripTargets(roundTrips)]
const missed = targets.filter(({ met }) => !met).length
const tables = [
  routeTable(routes),
  functionTable(functions),
  roundTripTable(roundTrips),
  targetTable(targets),
]
print(`\n${tables.join('\n\n')}\n`)
print(missed === 0 ? 'Every target is met.' : `${missed} of ${targets.length} targets are not met.`)
const seconds = Math.round((performance.now() - began) / 1000)
print(JSON.stringify({ missed, targets, routes, functions, roundTrips, node: process.version, seconds }))
process.exitCode = missed === 0 ? 0 : 1

async function measureInWorld() {
  await using world = await startWorld(built.functions)
  progress('Counting round trips')
  const roundTrips = await countRoundTrips(world)
  progress('Visiting every page')
  await using site = await serveSite(ROOT, built.site, world.functions)
  return { roundTrips, routes: await measureRoutes(built.site, site.url) }
}
