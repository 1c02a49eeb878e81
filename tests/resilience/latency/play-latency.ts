import { once } from 'node:events'
import { silenceConsole } from '#local/silence-console.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk } from '#tests/harness/desk.ts'
import { brokenBooks, startWorld, type World } from '#tests/harness/start-world.ts'
import { DELAYS } from '#tests/resilience/latency/delays.ts'
import { FINDER, REDEEMER, type VisitorData } from '#tests/resilience/latency/journeys/journey.ts'
import {
  createRequests,
  type EndpointName,
  type LatencyRequest,
} from '#tests/resilience/latency/latency-requests.ts'
import { serveWorld } from '#tests/resilience/latency/serve-world.ts'
import { settleEverything } from '#tests/resilience/load/settle-everything.ts'

// Entry of a child process with one test site, because functions read one environment per process. The delay is on
// twice: for calls of all endpoints, then for the visitors. In the end it sends the results.

export interface TimedResponse {
  name: EndpointName
  seconds: number
  status: number
  message: string
}

export interface LatencyResult {
  responses: TimedResponse[]
  /** Broken invariants after the delay. */
  broken: string[]
  /** Number of results of each visitor, by email. */
  results: Record<string, number>
}

/** What the visitors need. */
export type Ready = VisitorData & { site: string }

/** Number of results of each visitor. Above the top-level await, which runs before the constants below it. */
const RESULTS = `
  select email, count(*)::int as times from (
    select buyer_email as email from gift_voucher where payment_id is not null
    union all select email from orders
    union all select email from contact_message
    union all select recipient_email from voucher_entry join gift_voucher on gift_voucher.id = voucher_id
      where kind = 'redeem'
  ) as results where email like '%@visitor.example' group by email`

async function request({ name, handler, request }: LatencyRequest): Promise<TimedResponse> {
  const began = performance.now()
  let seconds = 0
  // `callFunction` also waits for background work, which no visitor waits for.
  const response = await callFunction(async (...call) => {
    const answer = await handler(...call)
    seconds = (performance.now() - began) / 1000
    return answer
  }, request)
  const text = await response.text().catch(() => '')
  return { name, seconds, status: response.status, message: response.ok ? '' : messageIn(text) }
}

const messageIn = (text: string) => (JSON.parse(text) as { message: string }).message

async function run([delay = '', postgresPort, site, functions]: string[]): Promise<Partial<LatencyResult>> {
  await using world = await startWorld(Number(postgresPort), { pooled: 25 })
  await using served = site && functions ? await serveWorld(world, { site, functions }) : undefined
  const asked = await createRequests(world)
  await waitForTurn({ site: served?.site ?? '', codes: await codesFor(world, [FINDER, REDEEMER]) })
  const { begin } = DELAYS[delay]!
  const healAfterCalls = await begin(world)
  const responses = await Promise.all(asked.map(request))
  await healAfterCalls()
  await waitForTurn({ responses })
  const healAfterVisits = await begin(world)
  await waitForTurn({})
  await healAfterVisits()
  await waitForTurn({})
  await settleEverything(world)
  return { broken: await brokenBooks(world), results: await countResults(world) }
}

/** Sends a message to the parent and waits for its next one. */
async function waitForTurn(message: Ready | Partial<LatencyResult>): Promise<void> {
  const acknowledged = once(process, 'message')
  process.send?.(message)
  await acknowledged
}

async function codesFor(world: World, recipients: string[]): Promise<string[]> {
  const { generate } = await openDesk(world)
  const made = await Promise.all(recipients.map((recipientEmail) => generate({ recipientEmail })))
  return made.map(({ voucherCode }) => voucherCode)
}

process.send?.(await silenceConsole(() => run(process.argv.slice(2))))

/** Counts each visitor's vouchers, orders, messages and redemptions. */
async function countResults({ rows }: World): Promise<Record<string, number>> {
  const results = await rows<{ email: string; times: number }>(RESULTS)
  return Object.fromEntries(results.map(({ email, times }) => [email, times]))
}
