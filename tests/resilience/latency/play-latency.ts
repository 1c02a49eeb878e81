import { once } from 'node:events'
import { callFunction } from '../../harness/call-function.ts'
import { openDesk } from '../../harness/desk.ts'
import { brokenBooks, startWorld, type World } from '../../harness/start-world.ts'
import { settleEverything } from '../load/settle-everything.ts'
import { silenceConsole } from '../silence-console.ts'
import { FINDER, type VisitorData, REDEEMER } from './journeys/journey.ts'
import { type LatencyRequest, type EndpointName, createRequests } from './requests.ts'
import { serveSite } from './serve-site.ts'
import { DELAYS } from './delays.ts'

// One slow world in a process of its own, because the functions know one environment. It is slow when it is told to be:
// once for everything that can be called, once for its visitors. In the end it tells what has become of them.

export interface TimedResponse {
  name: EndpointName
  seconds: number
  status: number
  message: string
}

export interface Result {
  responses: TimedResponse[]
  /** What is not right in the books when the world is well again. */
  broken: string[]
  /** How often a visitor has got what they wanted, by their address. */
  results: Record<string, number>
}

/** Where its visitors go, if it has any. */
export type Ready = VisitorData & { site: string }

async function request({ name, handler, request }: LatencyRequest): Promise<TimedResponse> {
  const began = performance.now()
  let seconds = 0
  // What goes on behind the answer is waited for as well, and is not the visitor's wait.
  const response = await callFunction(async (...call) => {
    const answer = await handler(...call)
    seconds = (performance.now() - began) / 1000
    return answer
  }, request)
  const text = await response.text().catch(() => '')
  return { name, seconds, status: response.status, message: response.ok ? '' : messageIn(text) }
}

const messageIn = (text: string) => (JSON.parse(text) as { message: string }).message

async function run([delay = '', postgresPort, site, functions]: string[]): Promise<Partial<Result>> {
  await using world = await startWorld(Number(postgresPort), { pooled: 25 })
  await using served = site && functions ? await serveSite(world, { site, functions }) : undefined
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

/** Says how far this is, and goes on when it is told to. */
async function waitForTurn(said: Ready | Partial<Result>): Promise<void> {
  const acknowledged = once(process, 'message')
  process.send?.(said)
  await acknowledged
}

async function codesFor(world: World, recipients: string[]): Promise<string[]> {
  const { generate } = await openDesk(world)
  const made = await Promise.all(recipients.map((recipientEmail) => generate({ recipientEmail })))
  return made.map(({ voucherCode }) => voucherCode)
}

process.send?.(await silenceConsole(() => run(process.argv.slice(2))))

const RESULTS = `
  select who, count(*)::int as times from (
    select buyer_email as who from gift_voucher where payment_id is not null
    union all select email from orders
    union all select email from contact_message
    union all select recipient_email from voucher_entry join gift_voucher on gift_voucher.id = voucher_id
      where kind = 'redeem'
  ) as got where who like '%@visitor.example' group by who`

/** How often each visitor has got a voucher or an order for their money, been heard, or had a voucher redeemed. */
async function countResults({ rows }: World): Promise<Record<string, number>> {
  const results = await rows<{ email: string; times: number }>(RESULTS)
  return Object.fromEntries(results.map(({ email, times }) => [email, times]))
}
