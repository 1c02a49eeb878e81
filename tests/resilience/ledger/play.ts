import { deepStrictEqual } from 'node:assert'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { brokenBooks, type World } from '#tests/harness/start-world.ts'
import {
  decideRefundStep,
  disputeStep,
  moveDisputeStep,
  refundAtStripeStep,
  repeatEventsStep,
} from '#tests/resilience/ledger/at-stripe.ts'
import {
  adjustStep,
  extendStep,
  openRefundDialogStep,
  redeemStep,
  refundStep,
  repeatChangeStep,
  takeBackStep,
  undoStep,
} from '#tests/resilience/ledger/at-the-desk.ts'
import { payVoucherBack } from '#tests/resilience/ledger/cancel-model.ts'
import { cancelStep, markPaidBackStep } from '#tests/resilience/ledger/cancel-steps.ts'
import { buyOrIssueVoucher, dayOfSale, expiryOf } from '#tests/resilience/ledger/issue.ts'
import {
  compareWithModel,
  pick,
  type ModelRun,
  type StepHandler,
  type StepResult,
} from '#tests/resilience/ledger/model-run.ts'
import * as model from '#tests/resilience/ledger/model.ts'
import {
  cancelOrderStep,
  comparePaidOrders,
  decideOrderRefundStep,
  goodsBackStep,
  markOrderPaidBackStep,
  orderStep,
} from '#tests/resilience/ledger/order-steps.ts'
import type { LedgerStep } from '#tests/resilience/ledger/steps.ts'

/** Plays the steps against the real code and compares every result with the model. */
export async function play(
  world: World,
  steps: LedgerStep[],
  onStep: (step: LedgerStep, result: StepResult) => void,
): Promise<void> {
  await resetAll(world)
  const run: ModelRun = { world, vouchers: [], orders: [], changes: [] }
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

const issueStep: StepHandler<'issue'> = async (run, step) => {
  const { world, vouchers } = run
  const issued = await buyOrIssueVoucher(world, step)
  const until = await expiryOf(world, issued.id)
  const expected = model.issue({
    paidBy: step.how === 'telephone' ? 'cash' : step.how,
    paid: step.pence,
    slowBank: step.slowBank,
    until,
    isDistant: step.how === 'online' || step.how === 'telephone',
  })
  const of = {
    id: issued.id,
    issuedOn: await dayOfSale(world, issued.id),
    ...(issued.intentId && { intentId: issued.intentId }),
    ...(issued.importId && { importId: issued.importId }),
    expected,
    entryIds: [],
    disputeIds: [],
  }
  vouchers.push(of)
  await compareWithModel(run, of)
  return 'done'
}

const A_MINUTE = 60_000

const waitStep: StepHandler<'wait'> = async ({ world, vouchers }, { voucher, until }) => {
  const end = pick(vouchers, voucher)!.expected.until.getTime()
  const time = until === 'its end' ? end : end - A_MINUTE
  if (time <= world.clock.now().getTime()) return 'impossible'
  world.clock.set(new Date(time))
  return 'done'
}

const expireStep: StepHandler<'expire'> = async (run) => {
  const now = run.world.clock.now()
  const lapsed = run.vouchers.filter(({ expected }) => model.expire(expected, now))
  deepStrictEqual(await expireVouchers(run.world.services), lapsed.length)
  for (const of of lapsed) await compareWithModel(run, of)
  return lapsed.length > 0 ? 'done' : 'impossible'
}

const payCancelledBackStep: StepHandler<'pay cancelled back'> = async (run) => {
  if (![...run.vouchers, ...run.orders].some(({ expected }) => expected.isCancelled)) return 'impossible'
  const vouchers = run.vouchers.filter(({ expected }) => expected.isCancelled)
  for (const { expected } of vouchers) payVoucherBack(expected, run.world.clock.now())
  await executeCancellations(run.world.services)
  for (const of of vouchers) await compareWithModel(run, of)
  await comparePaidOrders(run)
  return 'done'
}

const STEP_HANDLERS: { [Kind in LedgerStep['do']]: StepHandler<Kind> } = {
  issue: issueStep,
  redeem: redeemStep,
  adjust: adjustStep,
  undo: undoStep,
  refund: refundStep,
  'open refund dialog': openRefundDialogStep,
  'refund at Stripe': refundAtStripeStep,
  'refund decided': decideRefundStep,
  dispute: disputeStep,
  'dispute moved': moveDisputeStep,
  'repeated events': repeatEventsStep,
  'repeated request': repeatChangeStep,
  cancel: cancelStep,
  'pay cancelled back': payCancelledBackStep,
  'paid back': markPaidBackStep,
  order: orderStep,
  'cancel order': cancelOrderStep,
  'goods back': goodsBackStep,
  'order refund decided': decideOrderRefundStep,
  'order paid back': markOrderPaidBackStep,
  wait: waitStep,
  expire: expireStep,
  extend: extendStep,
  'take back': takeBackStep,
}

const CHANGED_TABLES = [
  'idempotent_result',
  'activity',
  'outbox',
  'cancellation',
  'voucher_entry',
  'dispute_loss',
  'dispute',
  'fraud_alert',
  'refund',
  'gift_voucher',
  'voucher_import',
  'stock_movement',
  'stock_reservation',
  'orders',
  'product',
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
