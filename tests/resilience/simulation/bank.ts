import type Stripe from 'stripe'
import { openDispute, setDisputeStatus } from '../../../local/stripe/disputes.ts'
import { warnOfFraud } from '../../../local/stripe/fraud-warnings.ts'
import { idOf } from '../../../local/stripe/ids.ts'
import { payElsewhere } from '../../../local/stripe/other-products.ts'
import { parseForm } from '../../../local/stripe/params.ts'
import { createRefund, settleRefund } from '../../../local/stripe/refunds.ts'
import { closeReview, openReview, REVIEW_REASONS } from '../../../local/stripe/reviews.ts'
import { untilSometime } from './busy-periods.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000

/** What banks, card networks and other products of the account do in one act, and what is done in Stripe's dashboard. */
export async function actAtStripe(run: Run): Promise<void> {
  const { chance, timeline, stripe } = run
  for (let acts = chance.pick([0, 0, 1, 2]); acts > 0; acts -= 1) {
    await timeline.wait(chance.between(2, 20) * MINUTE)
    const paid = stripe.state().charges.filter(({ paid }) => paid)
    if (paid.length > 0) actOn(run, chance.pick(paid))
  }
}

function actOn(run: Run, { id, payment_intent, amount }: Stripe.Charge): void {
  const { chance } = run
  const intent = idOf(payment_intent)
  const part = chance.hits(0.6) ? { amount: chance.between(1, amount) } : {}
  switch (chance.weigh({ dispute: 4, inquiry: 1, warning: 1, review: 1, refund: 2, elsewhere: 1 })) {
    case 'dispute':
      return happen(run, 'a dispute', (account) => openDispute(account, id, part))
    case 'inquiry':
      return happen(run, 'an inquiry', (account) => openDispute(account, id, { ...part, inquiry: true }))
    case 'warning':
      return happen(run, 'a fraud warning', (account) => warnOfFraud(account, intent))
    case 'review':
      return review(run, intent)
    case 'refund':
      return refundInDashboard(run, intent)
    case 'elsewhere':
      return payForSomethingElse(run)
  }
}

type Work = Parameters<Run['stripe']['happen']>[0]

/** Does something at Stripe, unless the stand-in refuses it as Stripe would. */
function happen({ stripe, trace }: Run, what: string, work: Work): void {
  try {
    stripe.happen(work)
  } catch (error) {
    trace.note(`stripe refuses ${what}: ${String(error)}`)
  }
}

function review(run: Run, intent: string): void {
  const { chance, stripe, timeline } = run
  happen(run, 'a review', (account) => openReview(account, intent))
  const opened = Object.values(stripe.account.state.reviews).at(-1)
  if (!opened) return
  const reason = chance.pick(REVIEW_REASONS)
  timeline.after(untilSometime(run), () =>
    happen(run, `to close a review as ${reason}`, (account) => closeReview(account, opened.id, reason)),
  )
}

export function refundInDashboard(run: Run, intent: string): void {
  const { chance } = run
  const amount = chance.pick(['', `&amount=${chance.between(100, 900)}`])
  happen(run, `a refund of ${intent}`, (account) =>
    createRefund(account, parseForm(`payment_intent=${intent}${amount}`)),
  )
}

function payForSomethingElse(run: Run): void {
  const { chance } = run
  const amount = chance.pick([1, 4500, 120_000])
  const currency = chance.pick(['gbp', 'gbp', 'eur'])
  const metadata = foreignMetadata(run)
  happen(run, 'a payment of another product', (account) =>
    payElsewhere(account, { amount, currency, metadata }),
  )
}

/**
 * Of some payments a part goes back twice: the rest of it is disputed and lost, and then the buyer's bank sends the
 * refund back to us.
 */
export function takeBackTwice(run: Run, { id, charge }: Stripe.Refund): void {
  const { seldom, timeline } = run
  if (!seldom.hits(0.3)) return
  const [opened, lost, sentBack] = [1, 2, 3].map((nth) => (5 * nth + seldom.between(0, 4)) * MINUTE)
  timeline.after(opened!, () => {
    happen(run, 'a dispute of the rest', (account) => {
      const dispute = openDispute(account, idOf(charge))
      timeline.after(lost! - opened!, () =>
        happen(run, `that ${dispute.id} is lost`, (it) => setDisputeStatus(it, dispute.id, 'lost')),
      )
    })
  })
  timeline.after(sentBack!, () =>
    happen(run, `that ${id} fails`, (account) => settleRefund(account, id, false)),
  )
}

/** None, or that of another copy of this site, which may even name one of our payments. */
function foreignMetadata({ chance, stripe }: Run): Record<string, string> {
  const ours = stripe.state().intents.flatMap(({ metadata }) => metadata['payment_id'] ?? [])
  const purpose = chance.pick(['gift_voucher', 'order', 'subscription'])
  const named = { payment_id: chance.pick([chance.uuid(), ...ours]), purpose }
  return chance.pick([{}, { order: '17' }, named, { ...named, site: chance.uuid() }])
}

/** Ways in which a bank may decide, by the status that a dispute begins with. */
const DECISIONS: Partial<Record<Stripe.Dispute.Status, Stripe.Dispute.Status[][]>> = {
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

/** The bank decides about a dispute, in one step or several. */
export function decideDispute(run: Run, { id, status }: Stripe.Dispute): void {
  const { chance, timeline } = run
  let at = 0
  for (const next of chance.pick(DECISIONS[status] ?? [])) {
    at += chance.hits(0.6) ? chance.between(1, 15) * MINUTE : untilSometime(run)
    timeline.after(at, () =>
      happen(run, `that ${id} is ${next}`, (account) => setDisputeStatus(account, id, next)),
    )
  }
}
