import { once } from 'node:events'
import { callFunction } from '../../harness/call-function.ts'
import { openDesk } from '../../harness/desk.ts'
import { brokenBooks, startWorld, type World } from '../../harness/start-world.ts'
import { comeToRest } from '../load/settle-everything.ts'
import { hushed } from '../silence-console.ts'
import { FINDER, type Given, REDEEMER } from './journeys/journey.ts'
import { type Asked, type EndpointName, everythingAsked } from './requests.ts'
import { serveWorld } from './serve-site.ts'
import { SLOWNESSES } from './delays.ts'

// One slow world in a process of its own, because the functions know one environment. It is slow when it is told to be:
// once for everything that can be called, once for its visitors. In the end it tells what has become of them.

export interface Answered {
  name: EndpointName
  seconds: number
  status: number
  message: string
}

export interface Result {
  answers: Answered[]
  /** What is not right in the books when the world is well again. */
  broken: string[]
  /** How often a visitor has got what they wanted, by their address. */
  got: Record<string, number>
}

/** Where its visitors go, if it has any. */
export type Ready = Given & { site: string }

async function ask({ name, handler, request }: Asked): Promise<Answered> {
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

async function run([slowness = '', postgresPort, site, functions]: string[]): Promise<Partial<Result>> {
  await using world = await startWorld(Number(postgresPort), { pooled: 25 })
  await using served = site && functions ? await serveWorld(world, { site, functions }) : undefined
  const asked = await everythingAsked(world)
  await turn({ site: served?.site ?? '', codes: await codesFor(world, [FINDER, REDEEMER]) })
  const { begin } = SLOWNESSES[slowness]!
  const healAfterCalls = await begin(world)
  const answers = await Promise.all(asked.map(ask))
  await healAfterCalls()
  await turn({ answers })
  const healAfterVisits = await begin(world)
  await turn({})
  await healAfterVisits()
  await turn({})
  await comeToRest(world)
  return { broken: await brokenBooks(world), got: await countGot(world) }
}

/** Says how far this is, and goes on when it is told to. */
async function turn(said: Ready | Partial<Result>): Promise<void> {
  const told = once(process, 'message')
  process.send?.(said)
  await told
}

async function codesFor(world: World, recipients: string[]): Promise<string[]> {
  const { generate } = await openDesk(world)
  const made = await Promise.all(recipients.map((recipientEmail) => generate({ recipientEmail })))
  return made.map(({ voucherCode }) => voucherCode)
}

process.send?.(await hushed(() => run(process.argv.slice(2))))

const GOT = `
  select who, count(*)::int as times from (
    select buyer_email as who from gift_voucher where payment_id is not null
    union all select email from orders
    union all select email from contact_message
    union all select recipient_email from voucher_entry join gift_voucher on gift_voucher.id = voucher_id
      where kind = 'redeem'
  ) as got where who like '%@visitor.example' group by who`

/** How often each visitor has got a voucher or an order for their money, been heard, or had a voucher redeemed. */
async function countGot({ rows }: World): Promise<Record<string, number>> {
  const got = await rows<{ who: string; times: number }>(GOT)
  return Object.fromEntries(got.map(({ who, times }) => [who, times]))
}
