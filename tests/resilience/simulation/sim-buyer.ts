import { formatPounds } from '#contract/base/money.ts'
import { completeProcessing, leaveProcessing } from '#local/stripe/settlement.ts'
import { daysAfter } from '#server/dates.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { refundInDashboard } from '#tests/resilience/simulation/bank.ts'
import { randomDelay, REQUEST_ID_LIFETIME } from '#tests/resilience/simulation/busy-periods.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction } from '#tests/resilience/simulation/sim-functions.ts'
import {
  claimPurchase,
  confirmPurchase,
  intentOf,
  startPurchase,
  type Method,
  type PurchaseInput,
} from '#tests/resilience/simulation/sim-purchase.ts'

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

/** Plays one buyer, who may press twice, change the purchase, pay late or not at all. */
export async function playBuyer(run: SimRun, buyer: string): Promise<void> {
  const { prng, timeline } = run
  await timeline.wait(prng.between(0, 10 * MINUTE))
  const first = randomInput(run, buyer)
  if (prng.chance(0.2)) timeline.start(() => startPurchase(run, first))
  if (prng.chance(0.2)) timeline.start(() => returnLater(run, first))
  await startAndPay(run, first)
}

/** Starts again under the stored request id, minutes to days later. */
async function returnLater(run: SimRun, input: PurchaseInput): Promise<void> {
  const { prng, timeline, attempts } = run
  await timeline.wait(prng.chance(0.4) ? prng.between(1, 40) * MINUTE : randomDelay(run))
  const { secret, at } = attempts.get(input.requestId) ?? {}
  if (at === undefined || timeline.now - at > REQUEST_ID_LIFETIME) return
  const response = await startPurchase(run, input)
  if (response?.body.code === 'already_paid' && secret) await claimPurchase(run, input, secret)
  if (response?.body.code === 'request_reused') await startAndPay(run, { ...input, requestId: prng.uuid() })
  if (response?.status === 200) await payAndClaim(run, input, response.body.clientSecret as string)
}

async function startAndPay(run: SimRun, first: PurchaseInput): Promise<void> {
  const { prng, timeline } = run
  const started = await startPurchase(run, first)
  if (started?.status !== 200) return
  const [input, secret] = await maybeChange(run, first, started.body.clientSecret as string)
  await timeline.wait(delayBeforePaying(run))
  if (!prng.chance(0.1)) await payAndClaim(run, input, secret)
}

async function payAndClaim(run: SimRun, input: PurchaseInput, secret: string): Promise<void> {
  const { prng, timeline } = run
  await payWithRandomMethod(run, secret)
  const owner = run.prngFor(`early refund ${secret}`)
  if (owner.chance(0.05)) refundInDashboard(run, intentOf(secret), owner)
  for (let tabs = prng.pick([0, 1, 1, 1, 2]); tabs > 0; tabs -= 1)
    timeline.start(() => claimPurchase(run, input, secret))
  if (input.kind === 'voucher') timeline.start(() => changeGift(run, input, secret))
  timeline.start(() => maybeCancel(run, input, secret))
  if (!prng.chance(0.4)) return
  await timeline.wait(prng.between(1, 25) * MINUTE)
  await claimPurchase(run, input, secret)
}

const CANCELLED_SHARE = 0.2

/** Some buyers cancel, sometimes in two tabs, and press again with the sum that they are then told. */
async function maybeCancel(run: SimRun, { buyer, requestId }: PurchaseInput, secret: string): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`cancel ${requestId}`)
  if (!prng.chance(CANCELLED_SHARE)) return
  await timeline.wait(prng.between(1, 25) * MINUTE)
  const [payment] = await run.rows<{ link: string; pence: number }>(
    'select coalesce(link_id, id) as link, amount_pence as pence from payment where stripe_payment_intent_id = $1',
    [intentOf(secret)],
  )
  if (!payment) return
  const token = purchaseToken(payment.link)
  for (let tabs = prng.pick([1, 1, 2]); tabs > 0; tabs -= 1)
    timeline.start(async () => {
      let expectedAmount = formatPounds(payment.pence)
      for (let press = 0; press < 3; press += 1) {
        const body = { token, expectedAmount }
        const response = await callSimFunction(run, 'cancelPurchase', { by: buyer, body })
        if (response && response.status < 500 && response.body.code !== 'changed_meanwhile') return
        expectedAmount = /£([\d.]+)/.exec(response?.body.message ?? '')?.[1] ?? expectedAmount
        await timeline.wait(5 * SECOND)
      }
    })
}

/** Plays "Your purchase": corrects the address, moves the day or sends the voucher now, sometimes in two tabs. */
async function changeGift(run: SimRun, { buyer, requestId }: PurchaseInput, secret: string): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`gift changes ${requestId}`)
  for (let remaining = prng.pick([0, 0, 1, 2, 4]); remaining > 0; remaining -= 1) {
    await timeline.wait(
      prng.chance(0.6)
        ? prng.between(0, 20 * MINUTE)
        : randomDelay({ prng, timeline, busyPeriods: run.busyPeriods }),
    )
    const [payment] = await run.rows<{ id: string; link: string }>(
      'select id, coalesce(link_id, id) as link from payment where stripe_payment_intent_id = $1',
      [intentOf(secret)],
    )
    if (!payment) return
    const token = purchaseToken(payment.link)
    for (let tabs = prng.pick([1, 1, 2]); tabs > 0; tabs -= 1) {
      const changesAddress = prng.chance(0.5)
      const body = changesAddress
        ? { token, recipientEmail: `corrected${prng.between(1, 3)}-${buyer}@example.com` }
        : { token, sendOn: prng.chance(0.3) ? null : daysAfter(new Date(timeline.now), prng.between(1, 8)) }
      const name = changesAddress ? 'changeRecipient' : 'changeSendDate'
      if (changesAddress) run.corrections.push(payment.id)
      timeline.start(() => callSimFunction(run, name, { by: buyer, body }))
    }
  }
}

function randomInput(run: SimRun, buyer: string): PurchaseInput {
  const { prng } = run
  const kind = prng.pick(['voucher', 'order'] as const)
  const size = kind === 'voucher' ? prng.between(10, 300) * 100 : prng.between(1, 3)
  const requestId = prng.uuid()
  return { buyer, kind, size, requestId, gift: randomGift(run, requestId) }
}

/** Has its own source of randomness, so that it leaves what else happens in a run as it is. */
function randomGift(run: SimRun, requestId: string): NonNullable<PurchaseInput['gift']> {
  const prng = run.prngFor(`gift ${requestId}`)
  switch (prng.pickWeighted({ now: 5, timed: 4, buyer: 1 })) {
    case 'now':
      return {}
    case 'timed':
      return { sendOn: daysAfter(new Date(run.timeline.now), prng.between(1, 8)) }
    case 'buyer':
      return { deliverTo: 'buyer' }
  }
}

/** Some buyers change the purchase; some of these pay for the former one at the same moment. */
async function maybeChange(
  run: SimRun,
  input: PurchaseInput,
  secret: string,
): Promise<[PurchaseInput, string]> {
  const { prng, timeline } = run
  if (!prng.chance(0.25)) return [input, secret]
  await timeline.wait(prng.between(1, 90) * SECOND)
  if (prng.chance(0.4)) {
    const after = prng.between(0, 800)
    timeline.start(async () => {
      await timeline.wait(after)
      await confirmPurchase(run, secret, 'card')
      await claimPurchase(run, input, secret)
    })
  }
  const other = { ...randomInput(run, input.buyer), kind: input.kind }
  other.size = input.kind === 'voucher' ? input.size + 500 : input.size + 1
  const started = await startPurchase(run, other, secret)
  return started?.status === 200 ? [other, started.body.clientSecret as string] : [input, secret]
}

/** Returns the time before paying (ms): mostly short, and sometimes just when the scheduled job cancels. */
function delayBeforePaying({ prng, timeline: { now } }: SimRun): number {
  const untilClosed = (minutes: number) =>
    Math.ceil((now + minutes * MINUTE) / (5 * MINUTE)) * 5 * MINUTE - now
  switch (prng.pickWeighted({ short: 7, long: 2, longest: 1 })) {
    case 'short':
      return prng.between(5, 120) * SECOND
    case 'long':
      return prng.between(2, 34) * MINUTE
    case 'longest':
      return untilClosed(prng.pick([15, 30])) + prng.between(0, 800)
  }
}

async function payWithRandomMethod(run: SimRun, secret: string): Promise<void> {
  const { prng, timeline, stripe } = run
  const method = prng.pickWeighted(METHODS)
  const status = await confirmPurchase(run, secret, method)
  if (status === 'refused' && method === 'declined') {
    // Some buyers try enough cards to get the payment cancelled, and one more at that moment.
    for (let more = prng.pick([0, 0, 3, 4, 5]); more > 0; more -= 1) {
      await timeline.wait(prng.between(0, 20) * SECOND)
      await confirmPurchase(run, secret, 'declined')
    }
    await timeline.wait(prng.between(0, 60) * SECOND)
    await confirmPurchase(run, secret, 'card')
  }
  if (method !== 'later' || status !== 'requires_action') return
  stripe.update((account) => leaveProcessing(account, intentOf(secret)))
  const goesWell = prng.chance(0.8)
  timeline.after(prng.chance(0.7) ? prng.between(5, 1200) * SECOND : randomDelay(run), () => {
    stripe.update((account) => completeProcessing(account, intentOf(secret), goesWell))
  })
}
