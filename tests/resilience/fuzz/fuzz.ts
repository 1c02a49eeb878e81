import * as fc from 'fast-check'
import { silenceConsole } from '#local/silence-console.ts'
import { addAdmin } from '#tests/harness/admin-session.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { startWorld } from '#tests/harness/start-world.ts'
import { describeCounterexample } from '#tests/resilience/describe-counterexample.ts'
import { requestsOf } from '#tests/resilience/fuzz/fuzz-requests.ts'
import { seedDatabase } from '#tests/resilience/fuzz/placeholders.ts'
import { openSession, send } from '#tests/resilience/fuzz/send.ts'
import { takeWrittenTables, watchWrites } from '#tests/resilience/fuzz/watch-writes.ts'
import type { Part, PartResult } from '#tests/resilience/part.ts'

/** Number of requests to each endpoint. */
const REQUESTS = 500
/** Requests after which the data is created again, because about half of it has been used up. */
const RESEED_AFTER = 250

/** Sends every endpoint valid, invalid and malicious requests. None may get a 5xx, and a refusal may change nothing. */
export const fuzz: Part = async ({ from, count: requests = REQUESTS, postgresPort, progress }) => {
  await using world = await startWorld(postgresPort)
  const owner = await addAdmin(world)
  await watchWrites(world)
  const outcome: PartResult = { covered: 0, failures: [], report: [] }
  const countByStatus: Record<number, number> = {}
  const answered = new Set<string>()

  await silenceConsole(async (log) => {
    let [values, reseedAt] = [await seedDatabase(world, owner), RESEED_AFTER]
    for (const [nth, [name, endpoint]] of everyEndpoint.entries()) {
      if (outcome.covered >= reseedAt) {
        values = await seedDatabase(world, owner)
        reseedAt = outcome.covered + RESEED_AFTER
      }
      const handler = functions[name]
      let session = await signIn()
      const property = fc.asyncProperty(requestsOf(name, endpoint), async (request) => {
        log.length = 0
        const status = await send(world, { endpoint, handler, session, values }, request, log)
        countByStatus[status] = (countByStatus[status] ?? 0) + 1
        if (status < 400) answered.add(name)
        if (name === 'logout' && status < 300) session = await signIn()
      })
      const details = await fc.check(property, { seed: from + nth, numRuns: requests })
      outcome.failures.push(...describeCounterexample(name, details))
      outcome.covered += details.numRuns
      progress(nth + 1, everyEndpoint.length)
    }
  })
  const answers = Object.entries(countByStatus).map(([status, times]) => `${times} × ${status}`)
  const refused = everyEndpoint.map(([name]) => name).filter((name) => !answered.has(name))
  outcome.report.push(`answers: ${answers.join(', ')}`, `only ever refused: ${refused.join(', ') || 'none'}`)
  return outcome

  async function signIn() {
    const session = await openSession(world, owner.id)
    await takeWrittenTables(world)
    return session
  }
}
