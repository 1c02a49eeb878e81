import type Stripe from 'stripe'
import { openDispute, setDisputeStatus } from '#local/stripe/disputes.ts'
import { warnOfFraud } from '#local/stripe/fraud-warnings.ts'
import { payElsewhere } from '#local/stripe/other-products.ts'
import { parseForm } from '#local/stripe/params.ts'
import { closeReview, openReview, REVIEW_REASONS } from '#local/stripe/reviews.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'
import { createRefund, settleRefund } from '#local/stripe/stripe-refunds.ts'
import { randomDelay } from '#tests/resilience/simulation/busy-periods.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'

const MINUTE = 60_000

/** Plays banks, card networks, Stripe's dashboard and other products of the account for one busy period. */
export async function playBank(run: SimRun): Promise<void> {
  const { prng, timeline, stripe } = run
  for (let remaining = prng.pick([0, 0, 1, 2]); remaining > 0; remaining -= 1) {
    await timeline.wait(prng.between(2, 20) * MINUTE)
    const paid = stripe.state().charges.filter(({ paid }) => paid)
    if (paid.length > 0) actOn(run, prng.pick(paid))
  }
}

function actOn(run: SimRun, { id, payment_intent, amount }: Stripe.Charge): void {
  const { prng } = run
  const intent = expandableId(payment_intent)
  const part = prng.chance(0.6) ? { amount: prng.between(1, amount) } : {}
  switch (prng.pickWeighted({ dispute: 4, inquiry: 1, warning: 1, review: 1, refund: 2, elsewhere: 1 })) {
    case 'dispute':
      return tryAtStripe(run, 'a dispute', (account) => openDispute(account, id, part))
    case 'inquiry':
      return tryAtStripe(run, 'an inquiry', (account) => openDispute(account, id, { ...part, inquiry: true }))
    case 'warning':
      return tryAtStripe(run, 'a fraud warning', (account) => warnOfFraud(account, intent))
    case 'review':
      return review(run, intent)
    case 'refund':
      return refundInDashboard(run, intent)
    case 'elsewhere':
      return payForSomethingElse(run)
  }
}

type Work = Parameters<SimRun['stripe']['update']>[0]

/** Applies a change at Stripe; notes it in the trace if the stand-in refuses it, as Stripe would. */
export function tryAtStripe({ stripe, trace }: SimRun, what: string, work: Work): void {
  try {
    stripe.update(work)
  } catch (error) {
    trace.note(`stripe refuses ${what}: ${String(error)}`)
  }
}

function review(run: SimRun, intent: string): void {
  const { prng, stripe, timeline } = run
  tryAtStripe(run, 'a review', (account) => openReview(account, intent))
  const opened = Object.values(stripe.account.state.reviews).at(-1)
  if (!opened) return
  const reason = prng.pick(REVIEW_REASONS)
  timeline.after(randomDelay(run), () =>
    tryAtStripe(run, `to close a review as ${reason}`, (account) => closeReview(account, opened.id, reason)),
  )
}

export function refundInDashboard(run: SimRun, intent: string, prng = run.prng): void {
  const amount = prng.pick(['', `&amount=${prng.between(100, 900)}`])
  tryAtStripe(run, `a refund of ${intent}`, (account) =>
    createRefund(account, parseForm(`payment_intent=${intent}${amount}`)),
  )
}

function payForSomethingElse(run: SimRun): void {
  const { prng } = run
  const amount = prng.pick([1, 4500, 120_000])
  const currency = prng.pick(['gbp', 'gbp', 'eur'])
  const metadata = foreignMetadata(run)
  tryAtStripe(run, 'a payment of another product', (account) =>
    payElsewhere(account, { amount, currency, metadata }),
  )
}

/** Some refunded payments are then disputed for the rest and lost, after which the refund fails. */
export function maybeDisputeRest(run: SimRun, { id, charge }: Stripe.Refund): void {
  const { rarePrng, timeline } = run
  if (!rarePrng.chance(0.3)) return
  const [openedAt, lostAt, failedAt] = [1, 2, 3].map((nth) => (5 * nth + rarePrng.between(0, 4)) * MINUTE)
  timeline.after(openedAt!, () => {
    tryAtStripe(run, 'a dispute of the rest', (account) => {
      const dispute = openDispute(account, expandableId(charge))
      timeline.after(lostAt! - openedAt!, () =>
        tryAtStripe(run, `that ${dispute.id} is lost`, (it) => setDisputeStatus(it, dispute.id, 'lost')),
      )
    })
  })
  timeline.after(failedAt!, () =>
    tryAtStripe(run, `that ${id} fails`, (account) => settleRefund(account, id, false)),
  )
}

/** Returns no metadata, or that of another copy of this site, which may even name one of our payments. */
function foreignMetadata({ prng, stripe }: SimRun): Record<string, string> {
  const ownIds = stripe.state().intents.flatMap(({ metadata }) => metadata['payment_id'] ?? [])
  const purpose = prng.pick(['gift_voucher', 'order', 'subscription'])
  const otherSite = { payment_id: prng.pick([prng.uuid(), ...ownIds]), purpose }
  return prng.pick([{}, { order: '17' }, otherSite, { ...otherSite, site: prng.uuid() }])
}

/** Sequences of statuses that may follow, by the first status of a dispute. */
const OUTCOMES: Partial<Record<Stripe.Dispute.Status, Stripe.Dispute.Status[][]>> = {
  needs_response: [
    ['won'],
    ['lost'],
    ['under_review', 'won'],
    ['under_review', 'lost'],
    ['prevented'],
    ['lost', 'won'],
    ['lost', 'appeal_needs_response', 'appeal_under_review', 'won'],
    ['lost', 'appeal_needs_response', 'lost'],
  ],
  warning_needs_response: [
    ['warning_closed'],
    ['warning_under_review', 'warning_closed'],
    ['prevented'],
    ['needs_response', 'won'],
    ['warning_under_review', 'needs_response', 'lost'],
  ],
}

/** Time (ms) within which every dispute and appeal is decided: settle-payments looks no further back. */
const DECIDED_WITHIN = 365 * 24 * 60 * MINUTE

/** Schedules a random outcome of a dispute, in one step or several, before the rounds after which all is judged. */
export function decideDispute(run: SimRun, { id, status }: Stripe.Dispute): void {
  const { prng, timeline } = run
  let at = 0
  for (const next of prng.pick(OUTCOMES[status] ?? [])) {
    at += prng.chance(0.6) ? prng.between(1, 15) * MINUTE : randomDelay(run)
    if (at > DECIDED_WITHIN) return
    timeline.after(at, () => {
      if (!run.isCalm)
        tryAtStripe(run, `that ${id} is ${next}`, (account) => setDisputeStatus(account, id, next))
    })
  }
}
