import { REVIEW_REASONS } from '#local/stripe/reviews.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'
import type { World } from '#tests/harness/start-world.ts'
import type { SeededRandom } from '#tests/resilience/load/seeded-random.ts'

type Action = (world: World, random: SeededRandom) => Promise<unknown> | undefined

const pickPayment = ({ stripe }: World, random: SeededRandom) =>
  random.pick(stripe.state().intents.filter(({ status }) => status === 'succeeded'))

const pickOpenDispute = ({ stripe }: World, random: SeededRandom) =>
  random.pick(stripe.state().disputes.filter(({ status }) => status === 'needs_response'))

/** Returns an action on a random payment. */
const onPayment =
  (act: (world: World, intent: string, pence: number) => Promise<unknown>): Action =>
  (world, random) => {
    const payment = pickPayment(world, random)
    const part = random.chance(0.5) ? random.next() : 1
    return payment && act(world, payment.id, Math.ceil(part * payment.amount_received))
  }

const decideDispute: Action = (world, random) => {
  const dispute = pickOpenDispute(world, random)
  const status = random.chance(0.5) ? 'won' : 'lost'
  return dispute && world.stripe.control.setDisputeStatus({ dispute: dispute.id, status })
}

const closeReview: Action = (world, random) => {
  const review = random.pick(world.stripe.state().reviews.filter(({ open }) => open))
  const reason = random.pick(REVIEW_REASONS)!
  return review && world.stripe.control.closeReview({ review: review.id, reason })
}

const ACTIONS: Action[] = [
  onPayment(({ stripe }, intent, amount) => stripe.control.openDispute({ intent, amount })),
  decideDispute,
  decideDispute,
  onPayment(({ stripe }, intent, amount) => stripe.control.refund({ intent, amount })),
  onPayment(({ stripe }, intent) => stripe.control.warnOfFraud({ intent })),
  onPayment(({ stripe }, intent) => stripe.control.openReview({ intent })),
  closeReview,
]

/** Disputes, refunds or flags a random payment, or decides a dispute or review. Stripe may refuse it. */
export async function actAsBank(world: World, random: SeededRandom): Promise<void> {
  try {
    await random.pick(ACTIONS)!(world, random)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
