import { deepStrictEqual } from 'node:assert'
import { expireVouchers } from '../../../src/server/vouchers/expire-vouchers.ts'
import { brokenBooks, type World } from '../../harness/start-world.ts'
import { decideRefund, dispute, moveDispute, oldNews, refundAtStripe } from './at-stripe.ts'
import { adjust, askAgain, extend, openRefundDialog, redeem, refund, undo } from './at-the-desk.ts'
import { type Game, look, type Move, pick, type Result } from './model-run.ts'
import { endOf, issueFor } from './issue.ts'
import * as model from './model.ts'
import type { Step } from './steps.ts'

/** Plays the steps for real, and holds everything that is answered or written against the model. */
export async function play(
  world: World,
  steps: Step[],
  told: (step: Step, result: Result) => void,
): Promise<void> {
  await forgetAll(world)
  const game: Game = { world, vouchers: [], changes: [] }
  for (const [nth, step] of steps.entries()) {
    try {
      told(step, await (MOVES[step.do] as Move<never>)(game, step as never))
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error)
      throw new Error(`step ${nth + 1}, ${JSON.stringify(step)}: ${what}`, { cause: error })
    }
  }
  for (const of of game.vouchers) await look(game, of)
  deepStrictEqual(await brokenBooks(world), [])
}

const issue: Move<'issue'> = async (game, step) => {
  const { world, vouchers } = game
  const issued = await issueFor(world, step)
  const until = await endOf(world, issued.id)
  const must = model.issue({ paidBy: step.how, paid: step.pence, slowBank: step.slowBank, until })
  const of = {
    id: issued.id,
    ...(issued.intentId && { intentId: issued.intentId }),
    must,
    entryIds: [],
    disputeIds: [],
  }
  vouchers.push(of)
  await look(game, of)
  return 'done'
}

const A_MINUTE = 60_000

const wait: Move<'wait'> = async ({ world, vouchers }, { voucher, until }) => {
  const end = pick(vouchers, voucher)!.must.until.getTime()
  const time = until === 'its end' ? end : end - A_MINUTE
  if (time <= world.clock.now().getTime()) return 'impossible'
  world.clock.set(new Date(time))
  return 'done'
}

const expire: Move<'expire'> = async (game) => {
  const now = game.world.clock.now()
  const lapsed = game.vouchers.filter(({ must }) => model.expire(must, now))
  deepStrictEqual(await expireVouchers(game.world.services), lapsed.length)
  for (const of of lapsed) await look(game, of)
  return lapsed.length > 0 ? 'done' : 'impossible'
}

const MOVES: { [Kind in Step['do']]: Move<Kind> } = {
  issue,
  redeem,
  adjust,
  undo,
  refund,
  'open refund dialog': openRefundDialog,
  'refund at Stripe': refundAtStripe,
  'refund decided': decideRefund,
  dispute,
  'dispute moved': moveDispute,
  'old news': oldNews,
  'ask again': askAgain,
  wait,
  expire,
  extend,
}

const WRITTEN = [
  'admin_request',
  'activity',
  'outbox',
  'voucher_entry',
  'dispute',
  'fraud_alert',
  'refund',
  'gift_voucher',
  'customer',
  'payment',
  'throttle',
]

/** As if nothing had been before. What forbids that to everybody is held off for this one moment. */
async function forgetAll({ rows, stripe, clock }: World): Promise<void> {
  const deletes = WRITTEN.map((table) => `delete from ${table};`).join(' ')
  await rows(`set session_replication_role = replica; ${deletes} set session_replication_role = origin`)
  await stripe.control.reset()
  clock.set(new Date())
}
