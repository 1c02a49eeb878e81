import * as fc from 'fast-check'
import { everyEndpoint, handlerOf } from '../../harness/every-endpoint.ts'
import { addAdmin } from '../../harness/sign-in.ts'
import { startWorld } from '../../harness/start-world.ts'
import { sentencesOf } from '../describe-counterexample.ts'
import { hushed } from '../silence-console.ts'
import type { Outcome, Part } from '../part.ts'
import { requestsOf } from './requests.ts'
import { openSession, send } from './send.ts'
import { openShop } from './placeholders.ts'
import { takeWritten, watchWrites } from './watch-writes.ts'

/** To each endpoint. */
const REQUESTS = 500
/** After so many requests, half of what there was is erased, refunded or out of the shop. */
const WEAR = 250

/** Every endpoint, asked in every wrong way and in some right ones: it answers or refuses, and a refusal changes nothing. */
export const fuzz: Part = async ({ from, count: requests = REQUESTS, postgresPort, progress }) => {
  await using world = await startWorld(postgresPort)
  const owner = await addAdmin(world)
  await watchWrites(world)
  const outcome: Outcome = { covered: 0, failures: [], report: [] }
  const tally: Record<number, number> = {}
  const answered = new Set<string>()

  await hushed(async (log) => {
    let [standIns, wornAt] = [await openShop(world, owner), WEAR]
    for (const [nth, [name, endpoint]] of everyEndpoint.entries()) {
      if (outcome.covered >= wornAt) {
        standIns = await openShop(world, owner)
        wornAt = outcome.covered + WEAR
      }
      const handler = await handlerOf(name)
      let session = await signIn()
      const property = fc.asyncProperty(requestsOf(name, endpoint), async (request) => {
        log.length = 0
        const status = await send(world, { endpoint, handler, session, standIns }, request, log)
        tally[status] = (tally[status] ?? 0) + 1
        if (status < 400) answered.add(name)
        if (name === 'logout' && status < 300) session = await signIn()
      })
      const details = await fc.check(property, { seed: from + nth, numRuns: requests })
      outcome.failures.push(...sentencesOf(name, details))
      outcome.covered += details.numRuns
      progress(nth + 1, everyEndpoint.length)
    }
  })
  const answers = Object.entries(tally).map(([status, times]) => `${times} × ${status}`)
  const refused = everyEndpoint.map(([name]) => name).filter((name) => !answered.has(name))
  outcome.report.push(
    `answers: ${answers.join(', ')}`,
    `never anything but refused: ${refused.join(', ') || 'none'}`,
  )
  return outcome

  async function signIn() {
    const session = await openSession(world, owner.id)
    await takeWritten(world)
    return session
  }
}
