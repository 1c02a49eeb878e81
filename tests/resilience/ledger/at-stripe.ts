import type { Stripe } from 'stripe'
import { applyStripeEvent } from '../../../src/server/settlement/apply-stripe-event.ts'
import type { World } from '../../harness/start-world.ts'
import { penceOf } from './at-the-desk.ts'
import { type Game, look, type Move, pick } from './model-run.ts'
import { type Dispute, NEXT } from './dispute-status.ts'
import * as disputes from './dispute-model.ts'
import * as model from './model.ts'

/** Stripe says something of a payment or of a dispute. */
const tell = (world: World, type: Stripe.Event['type'], object: object): Promise<void> =>
  applyStripeEvent(world.services, { id: 'evt_1', type, data: { object } } as Stripe.Event)

const tellRefunds = (world: World, intent: string) =>
  tell(world, 'refund.updated', { payment_intent: intent })
const tellDisputes = (world: World, intent: string) =>
  tell(world, 'charge.dispute.updated', { payment_intent: intent })

/** One of the vouchers that were bought online and that it may happen to. */
function pickBought({ vouchers }: Game, nth: number, may: (must: model.Voucher) => boolean) {
  const of = pick(
    vouchers.filter(({ intentId, must }) => intentId !== undefined && may(must)),
    nth,
  )
  return of && { of, intent: of.intentId! }
}

const isHeld = (must: model.Voucher) => model.held(must) > 0

export const refundAtStripe: Move<'refund at Stripe'> = async (game, { voucher, amount }) => {
  const picked = pickBought(game, voucher, isHeld)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const left = model.held(of.must)
  const pence = Math.min(left, penceOf(amount, left))
  const { status } = of.must
  model.refundAtStripe(of.must, pence)
  await game.world.stripe.control.refund({ intent, amount: pence })
  await tellRefunds(game.world, intent)
  await look(game, of)
  return `of ${pence === left ? 'all' : 'a part'}, ${status}`
}

export const decideRefund: Move<'refund decided'> = async (game, { voucher, refund, arrives }) => {
  const isUndecided = ({ state }: model.Refund) => state === 'pending' || (state === 'succeeded' && !arrives)
  const picked = pickBought(game, voucher, ({ refunds }) => refunds.some(isUndecided))
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const decided = pick(of.must.refunds.filter(isUndecided), refund)!
  const atStripe = game.world.stripe.state().refunds.filter((one) => one.payment_intent === intent)
  const { id } = atStripe[of.must.refunds.indexOf(decided)]!
  if (arrives) model.arrive(of.must, decided)
  else model.comeBack(of.must, decided)
  await game.world.stripe.control.settleRefund({ refund: id, ok: arrives })
  await tellRefunds(game.world, intent)
  await look(game, of)
  return 'done'
}

export const dispute: Move<'dispute'> = async (game, { voucher, inquiry, amount }) => {
  const picked = pickBought(game, voucher, (must) => disputes.undisputed(must) > 0)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const left = disputes.undisputed(of.must)
  const pence = Math.min(left, penceOf(amount, left))
  const others = of.must.disputes.length
  disputes.openDispute(of.must, pence, inquiry)
  const { id } = await game.world.stripe.control.openDispute({ intent, inquiry, amount: pence })
  of.disputeIds.push(id)
  await tellDisputes(game.world, intent)
  await look(game, of)
  return `of ${pence === of.must.paid ? 'all' : 'a part'}${others > 0 ? ', beside others' : ''}`
}

export const moveDispute: Move<'dispute moved'> = async (game, { voucher, dispute, to }) => {
  const mayMove = ({ status }: Dispute) => NEXT[status].length > 0
  const picked = pickBought(game, voucher, (must) => must.disputes.some(mayMove))
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const moved = pick(of.must.disputes.filter(mayMove), dispute)!
  const from = moved.status
  const status = pick(NEXT[from], to)!
  disputes.moveDispute(of.must, moved, status)
  const id = of.disputeIds[of.must.disputes.indexOf(moved)]!
  await game.world.stripe.control.setDisputeStatus({ dispute: id, status })
  await tellDisputes(game.world, intent)
  await look(game, of)
  return `from ${from} to ${status}`
}

export const oldNews: Move<'old news'> = async (game, { voucher }) => {
  const picked = pickBought(game, voucher, () => true)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  await tell(game.world, 'payment_intent.succeeded', { id: intent })
  await tellRefunds(game.world, intent)
  await tellDisputes(game.world, intent)
  await look(game, of)
  return 'done'
}
