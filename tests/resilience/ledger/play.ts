import { deepStrictEqual } from 'node:assert'
import { expireVouchers } from '../../../src/server/vouchers/expire-vouchers.ts'
import { brokenBooks, type World } from '../../harness/start-world.ts'
import { decideRefund, dispute, moveDispute, repeatEvents, refundAtStripe } from './at-stripe.ts'
import { adjust, repeatChange, extend, openRefundDialog, redeem, refund, undo } from './at-the-desk.ts'
import { type ModelRun, compareWithModel, type StepHandler, pick, type Result } from './model-run.ts'
import { expiryOf, issueVoucher } from './issue.ts'
import * as model from './model.ts'
import type { Step } from './steps.ts'

/** Plays the steps against the real code and compares every result with the model. */
export async function play(
  world: World,
  steps: Step[],
  onStep: (step: Step, result: Result) => void,
): Promise<void> {
  await resetAll(world)
  const run: ModelRun = { world, vouchers: [], changes: [] }
  for (const [nth, step] of steps.entries()) {
    try {
      onStep(step, await (STEP_HANDLERS[step.do] as StepHandler<never>)(run, step as never))
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error)
      throw new Error(`step ${nth + 1}, ${JSON.stringify(step)}: ${what}`, { cause: error })
    }
  }
  for (const of of run.vouchers) await compareWithModel(run, of)
  deepStrictEqual(await brokenBooks(world), [])
}

const issue: StepHandler<'issue'> = async (run, step) => {
  const { world, vouchers } = run
  const issued = await issueVoucher(world, step)
  const until = await expiryOf(world, issued.id)
  const expected = model.issue({ paidBy: step.how, paid: step.pence, slowBank: step.slowBank, until })
  const of = {
    id: issued.id,
    ...(issued.intentId && { intentId: issued.intentId }),
    expected,
    entryIds: [],
    disputeIds: [],
  }
  vouchers.push(of)
  await compareWithModel(run, of)
  return 'done'
}

const A_MINUTE = 60_000

const wait: StepHandler<'wait'> = async ({ world, vouchers }, { voucher, until }) => {
  const end = pick(vouchers, voucher)!.expected.until.getTime()
  const time = until === 'its end' ? end : end - A_MINUTE
  if (time <= world.clock.now().getTime()) return 'impossible'
  world.clock.set(new Date(time))
  return 'done'
}

const expire: StepHandler<'expire'> = async (run) => {
  const now = run.world.clock.now()
  const lapsed = run.vouchers.filter(({ expected }) => model.expire(expected, now))
  deepStrictEqual(await expireVouchers(run.world.services), lapsed.length)
  for (const of of lapsed) await compareWithModel(run, of)
  return lapsed.length > 0 ? 'done' : 'impossible'
}

const STEP_HANDLERS: { [Kind in Step['do']]: StepHandler<Kind> } = {
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
  'repeated events': repeatEvents,
  'repeated request': repeatChange,
  wait,
  expire,
  extend,
}

const CHANGED_TABLES = [
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

/** Deletes all rows of former runs, with the triggers off that forbid it. */
async function resetAll({ rows, stripe, clock }: World): Promise<void> {
  const deletes = CHANGED_TABLES.map((table) => `delete from ${table};`).join(' ')
  await rows(`set session_replication_role = replica; ${deletes} set session_replication_role = origin`)
  await stripe.control.reset()
  clock.set(new Date())
}
