import type { Stripe } from 'stripe'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import type { World } from '#tests/harness/start-world.ts'
import { penceOf } from '#tests/resilience/ledger/at-the-desk.ts'
import * as disputes from '#tests/resilience/ledger/dispute-model.ts'
import { NEXT, type Dispute } from '#tests/resilience/ledger/dispute-status.ts'
import {
  compareWithModel,
  pick,
  type ModelRun,
  type StepHandler,
} from '#tests/resilience/ledger/model-run.ts'
import * as model from '#tests/resilience/ledger/model.ts'

/** Applies an event of Stripe as the webhook does. */
const applyEvent = (world: World, type: Stripe.Event['type'], object: object): Promise<void> =>
  applyStripeEvent(world.services, { id: 'evt_1', type, data: { object } } as Stripe.Event)

export const applyRefundEvent = (world: World, intent: string) =>
  applyEvent(world, 'refund.updated', { payment_intent: intent })
const applyDisputeEvent = (world: World, intent: string) =>
  applyEvent(world, 'charge.dispute.updated', { payment_intent: intent })

/** Picks a voucher bought online to which the step can apply. */
function pickBought({ vouchers }: ModelRun, nth: number, may: (expected: model.Voucher) => boolean) {
  const of = pick(
    vouchers.filter(({ intentId, expected }) => intentId !== undefined && may(expected)),
    nth,
  )
  return of && { of, intent: of.intentId! }
}

const hasRefundable = (expected: model.Voucher) => model.refundableAtStripe(expected) > 0

export const refundAtStripeStep: StepHandler<'refund at Stripe'> = async (run, { voucher, amount }) => {
  const picked = pickBought(run, voucher, hasRefundable)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const left = model.refundableAtStripe(of.expected)
  const pence = Math.min(left, penceOf(amount, left))
  const { status } = of.expected
  model.refundAtStripe(of.expected, pence)
  await run.world.stripe.control.refund({ intent, amount: pence })
  await applyRefundEvent(run.world, intent)
  await compareWithModel(run, of)
  return `of ${pence === left ? 'all' : 'a part'}, ${status}`
}

/** Returns Stripe's id of a refund. */
export function findRefund(
  { stripe }: World,
  { intentId, expected: { refunds } }: { intentId: string; expected: { refunds: model.Refund[] } },
  refund: model.Refund,
): string {
  const atStripe = stripe.state().refunds.filter((one) => one.payment_intent === intentId)
  return atStripe[refunds.filter(({ from }) => from !== 'by hand').indexOf(refund)]!.id
}

export const decideRefundStep: StepHandler<'refund decided'> = async (run, { voucher, refund, arrives }) => {
  const picked = pickBought(run, voucher, ({ refunds }) =>
    refunds.some((one) => model.mayBeDecided(one, arrives)),
  )
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const decided = pick(
    of.expected.refunds.filter((one) => model.mayBeDecided(one, arrives)),
    refund,
  )!
  const id = findRefund(run.world, { intentId: intent, expected: of.expected }, decided)
  if (arrives) model.succeedRefund(of.expected, decided)
  else model.failRefund(of.expected, decided)
  await run.world.stripe.control.settleRefund({ refund: id, ok: arrives })
  await applyRefundEvent(run.world, intent)
  await compareWithModel(run, of)
  return 'done'
}

export const disputeStep: StepHandler<'dispute'> = async (run, { voucher, inquiry, amount }) => {
  const picked = pickBought(run, voucher, (expected) => disputes.undisputed(expected) > 0)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const left = disputes.undisputed(of.expected)
  const pence = Math.min(left, penceOf(amount, left))
  const others = of.expected.disputes.length
  disputes.addDispute(of.expected, pence, inquiry)
  const { id } = await run.world.stripe.control.openDispute({ intent, inquiry, amount: pence })
  of.disputeIds.push(id)
  await applyDisputeEvent(run.world, intent)
  await compareWithModel(run, of)
  return `of ${pence === of.expected.paid ? 'all' : 'a part'}${others > 0 ? ', beside others' : ''}`
}

export const moveDisputeStep: StepHandler<'dispute moved'> = async (run, { voucher, dispute, to }) => {
  const mayMove = ({ status }: Dispute) => NEXT[status].length > 0
  const picked = pickBought(run, voucher, (expected) => expected.disputes.some(mayMove))
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const moved = pick(of.expected.disputes.filter(mayMove), dispute)!
  const from = moved.status
  const status = pick(NEXT[from], to)!
  disputes.moveDispute(of.expected, moved, status)
  const id = of.disputeIds[of.expected.disputes.indexOf(moved)]!
  await run.world.stripe.control.setDisputeStatus({ dispute: id, status })
  await applyDisputeEvent(run.world, intent)
  await compareWithModel(run, of)
  return `from ${from} to ${status}`
}

export const repeatEventsStep: StepHandler<'repeated events'> = async (run, { voucher }) => {
  const picked = pickBought(run, voucher, () => true)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  await applyEvent(run.world, 'payment_intent.succeeded', { id: intent })
  await applyRefundEvent(run.world, intent)
  await applyDisputeEvent(run.world, intent)
  await compareWithModel(run, of)
  return 'done'
}
