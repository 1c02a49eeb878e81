import { completeProcessing, leaveProcessing } from '../../../local/stripe/settlement.ts'
import { KNOWN_FOR, untilSometime } from './busy-periods.ts'
import { claim, intentOf, type Method, pay, start, type Wish } from './purchase.ts'
import type { Run } from './run.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const METHODS: Record<Method, number> = {
  card: 10,
  declined: 2,
  challenged: 2,
  later: 3,
  debit: 2,
  disputed: 2,
  'refund fails': 2,
}

/** Somebody who buys, as people do: twice at once, with second thoughts, late, or not at all. */
export async function buy(run: Run, who: string): Promise<void> {
  const { chance, timeline } = run
  await timeline.wait(chance.between(0, 10 * MINUTE))
  const first = wishOf(run, who)
  if (chance.hits(0.2)) timeline.begin(() => start(run, first))
  if (chance.hits(0.2)) timeline.begin(() => comeBack(run, first))
  await purchase(run, first)
}

/** Asks again under the same request id, as a browser does that kept it, minutes to days later. */
async function comeBack(run: Run, wish: Wish): Promise<void> {
  const { chance, timeline, begun } = run
  await timeline.wait(chance.hits(0.4) ? chance.between(1, 40) * MINUTE : untilSometime(run))
  const { secret, at } = begun.get(wish.requestId) ?? {}
  if (at === undefined || timeline.now - at > KNOWN_FOR) return
  const answered = await start(run, wish)
  if (answered?.body.code === 'already_paid' && secret) await claim(run, wish, secret)
  if (answered?.body.code === 'request_reused') await purchase(run, { ...wish, requestId: chance.uuid() })
  if (answered?.status === 200) await payAndClaim(run, wish, answered.body.clientSecret as string)
}

async function purchase(run: Run, first: Wish): Promise<void> {
  const { chance, timeline } = run
  const started = await start(run, first)
  if (started?.status !== 200) return
  const [wish, secret] = await thinkAgain(run, first, started.body.clientSecret as string)
  await timeline.wait(hesitation(run))
  if (!chance.hits(0.1)) await payAndClaim(run, wish, secret)
}

async function payAndClaim(run: Run, wish: Wish, secret: string): Promise<void> {
  const { chance, timeline } = run
  await payFor(run, secret)
  for (let tabs = chance.pick([0, 1, 1, 1, 2]); tabs > 0; tabs -= 1)
    timeline.begin(() => claim(run, wish, secret))
  if (!chance.hits(0.4)) return
  await timeline.wait(chance.between(1, 25) * MINUTE)
  await claim(run, wish, secret)
}

function wishOf({ chance }: Run, who: string): Wish {
  const thing = chance.pick(['voucher', 'order'] as const)
  const size = thing === 'voucher' ? chance.between(10, 300) * 100 : chance.between(1, 3)
  return { who, thing, size, requestId: chance.uuid() }
}

/** Some change what they want, and one of these pays for the former thing at the same moment. */
async function thinkAgain(run: Run, wish: Wish, secret: string): Promise<[Wish, string]> {
  const { chance, timeline } = run
  if (!chance.hits(0.25)) return [wish, secret]
  await timeline.wait(chance.between(1, 90) * SECOND)
  if (chance.hits(0.4)) {
    const after = chance.between(0, 800)
    timeline.begin(async () => {
      await timeline.wait(after)
      await pay(run, secret, 'card')
      await claim(run, wish, secret)
    })
  }
  const other = { ...wishOf(run, wish.who), thing: wish.thing }
  other.size = wish.thing === 'voucher' ? wish.size + 500 : wish.size + 1
  const started = await start(run, other, secret)
  return started?.status === 200 ? [other, started.body.clientSecret as string] : [wish, secret]
}

/** Most pay soon, some late, and some just when the clock comes by to cancel what nobody paid. */
function hesitation({ chance, timeline: { now } }: Run): number {
  const untilClosed = (minutes: number) =>
    Math.ceil((now + minutes * MINUTE) / (5 * MINUTE)) * 5 * MINUTE - now
  switch (chance.weigh({ short: 7, long: 2, longest: 1 })) {
    case 'short':
      return chance.between(5, 120) * SECOND
    case 'long':
      return chance.between(2, 34) * MINUTE
    case 'longest':
      return untilClosed(chance.pick([15, 30])) + chance.between(0, 800)
  }
}

async function payFor(run: Run, secret: string): Promise<void> {
  const { chance, timeline, stripe } = run
  const method = chance.weigh(METHODS)
  const status = await pay(run, secret, method)
  if (status === 'refused' && method === 'declined') {
    // Some try so many cards that the payment is closed, and the last one at the same moment.
    for (let more = chance.pick([0, 0, 3, 4, 5]); more > 0; more -= 1) {
      await timeline.wait(chance.between(0, 20) * SECOND)
      await pay(run, secret, 'declined')
    }
    await timeline.wait(chance.between(0, 60) * SECOND)
    await pay(run, secret, 'card')
  }
  if (method !== 'later' || status !== 'requires_action') return
  stripe.happen((account) => leaveProcessing(account, intentOf(secret)))
  const goesWell = chance.hits(0.8)
  timeline.after(chance.hits(0.7) ? chance.between(5, 1200) * SECOND : untilSometime(run), () => {
    stripe.happen((account) => completeProcessing(account, intentOf(secret), goesWell))
  })
}
