import type { Stripe } from 'stripe'
import { applyStripeEvent } from '../../src/server/payments/stripe-event.ts'
import type { World } from '../../tests/support/start-world.ts'
import { penceOf } from './at-the-desk.ts'
import { type Game, look, type Move, pick } from './game.ts'
import * as model from './model.ts'

/** Stripe says something of a payment or of a dispute. */
const tell = (world: World, type: Stripe.Event['type'], object: object): Promise<void> =>
  applyStripeEvent(world.services, { id: 'evt_1', type, data: { object } } as Stripe.Event)

const tellRefunds = (world: World, intent: string) =>
  tell(world, 'refund.updated', { payment_intent: intent })
const tellDispute = (world: World, id: string) => tell(world, 'charge.dispute.updated', { id })

/** One of the vouchers that were bought online and that it may happen to. */
function pickBought({ vouchers }: Game, nth: number, may: (must: model.Voucher) => boolean) {
  const of = pick(
    vouchers.filter(({ intentId, must }) => intentId !== undefined && may(must)),
    nth,
  )
  return of && { of, intent: of.intentId! }
}

const isOpen = ({ dispute }: model.Voucher) => dispute === 'open' || dispute === 'inquiry'
const isHeld = (must: model.Voucher) => model.held(must) > 0

export const refundAtStripe: Move<'refund at Stripe'> = async (game, { voucher, amount }) => {
  const picked = pickBought(game, voucher, isHeld)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  const left = model.held(of.must)
  const pence = Math.min(left, penceOf(amount, left))
  model.refundAtStripe(of.must, pence)
  await game.world.stripe.control.refund({ intent, amount: pence })
  await tellRefunds(game.world, intent)
  await look(game, of)
  return 'done'
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

export const dispute: Move<'dispute'> = async (game, { voucher, inquiry }) => {
  const picked = pickBought(game, voucher, (must) => isHeld(must) && !isOpen(must))
  if (!picked) return 'impossible'
  const { of, intent } = picked
  model.openDispute(of.must, inquiry ? 'inquiry' : 'open')
  const { id } = await game.world.stripe.control.openDispute({ intent, inquiry })
  of.disputeIds.push(id)
  await tellDispute(game.world, id)
  await look(game, of)
  return 'done'
}

export const decideDispute: Move<'dispute decided'> = async (game, { voucher, verdict }) => {
  const picked = pickBought(game, voucher, isOpen)
  if (!picked) return 'impossible'
  const { of } = picked
  const id = of.disputeIds.at(-1)!
  const status = of.must.dispute === 'inquiry' ? 'warning_closed' : verdict
  model.closeDispute(of.must, verdict)
  await game.world.stripe.control.setDisputeStatus({ dispute: id, status })
  await tellDispute(game.world, id)
  await look(game, of)
  return 'done'
}

export const oldNews: Move<'old news'> = async (game, { voucher }) => {
  const picked = pickBought(game, voucher, () => true)
  if (!picked) return 'impossible'
  const { of, intent } = picked
  await tell(game.world, 'payment_intent.succeeded', { id: intent })
  await tellRefunds(game.world, intent)
  for (const id of of.disputeIds) await tellDispute(game.world, id)
  await look(game, of)
  return 'done'
}
