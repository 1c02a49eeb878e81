import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { EXTEND_YEARS } from '#contract/vouchers/voucher-changes.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { takeBackImport } from '#server/vouchers/import/take-back-import.ts'
import {
  adjustVoucher,
  redeemVoucher,
  undoVoucherEntry,
  type VoucherChange as Target,
} from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { ACTOR, expiryOf } from '#tests/resilience/ledger/issue.ts'
import {
  compareWithModel,
  pick,
  resultOrCode,
  type ModelRun,
  type StepHandler,
  type StepResult,
  type TrackedVoucher,
} from '#tests/resilience/ledger/model-run.ts'
import * as model from '#tests/resilience/ledger/model.ts'
import type { Amount } from '#tests/resilience/ledger/steps.ts'

export const redeemStep: StepHandler<'redeem'> = (run, { voucher, amount }) => {
  const of = pick(run.vouchers, voucher)!
  const pence = penceOf(amount, of.expected.balance)
  return change(
    run,
    of,
    (now) => model.redeem(of.expected, now, pence),
    (target, requestId, isDifferent) =>
      redeemVoucher(run.world.services, target, {
        requestId,
        amount: pence + isDifferent,
        description: undefined,
      }),
  )
}

export const adjustStep: StepHandler<'adjust'> = (run, { voucher, by }) => {
  const of = pick(run.vouchers, voucher)!
  return change(
    run,
    of,
    (now) => model.adjust(of.expected, now, by),
    (target, requestId, isDifferent) =>
      adjustVoucher(run.world.services, target, {
        requestId,
        amount: by + isDifferent,
        description: 'A correction',
        adminNotes: undefined,
      }),
  )
}

export const undoStep: StepHandler<'undo'> = (run, { voucher, entry, any }) => {
  const of = pick(run.vouchers, voucher)!
  const { entries } = of.expected
  const undoable = entries.filter((one) => model.mayUndo(of.expected, one, run.world.clock.now()))
  const nth = entries.indexOf(pick(any || undoable.length === 0 ? entries : undoable, entry)!)
  const entryId = of.entryIds[nth]!
  return change(
    run,
    of,
    (now) => model.undo(of.expected, now, nth),
    (target, requestId, isDifferent) =>
      undoVoucherEntry(run.world.services, target, {
        requestId,
        entryId: isDifferent ? randomUUID() : entryId,
      }),
  )
}

type SendChange<Answer> = (target: Target, requestId: string, isDifferent: 0 | 1) => Promise<Answer>

async function change(
  run: ModelRun,
  of: TrackedVoucher,
  judge: (now: Date) => model.RefusalCode | undefined,
  ask: SendChange<VoucherDetail & { entry: { id: string } }>,
): Promise<StepResult> {
  const requestId = randomUUID()
  const target = { voucherId: of.id, actor: ACTOR }
  const refusal = judge(run.world.clock.now())
  const answer = await resultOrCode(ask(target, requestId, 0))
  if (typeof answer === 'string') {
    deepStrictEqual(answer, refusal)
    await compareWithModel(run, of)
    return 'refused'
  }
  deepStrictEqual('accepted', refusal ?? 'accepted')
  await compareWithModel(run, of, answer)
  run.changes.push({
    of,
    ask: async (isDifferent) => (await ask(target, requestId, isDifferent ? 1 : 0)).entry,
    expected: (isDifferent) => (isDifferent ? 'request_reused' : answer.entry.id),
  })
  return doneResult(of)
}

export function penceOf(amount: Amount, all: number): number {
  switch (amount) {
    case 'all':
      return all || 1
    case 'half':
      return Math.ceil(all / 2) || 1
    case 'a penny too much':
      return all + 1
    default:
      return amount
  }
}

export const openRefundDialogStep: StepHandler<'open refund dialog'> = async (run, { voucher }) => {
  const of = pick(run.vouchers, voucher)!
  of.shownInDialog = model.refundable(of.expected)
  return 'done'
}

export const refundStep: StepHandler<'refund'> = async (run, { voucher, inOpenDialog }) => {
  const of = pick(run.vouchers, voucher)!
  const requestId = randomUUID()
  const confirmed = inOpenDialog ? of.shownInDialog : undefined
  const refusal = model.refund(of.expected, run.world.clock.now(), confirmed)
  const ask = () => refundVoucher(run.world.services, of.id, ACTOR, { requestId, expectedPence: confirmed })
  const answer = await resultOrCode(ask())
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareWithModel(run, of)
  if (typeof answer === 'string') return 'refused'
  const made = of.intentId && of.expected.refunds.at(-1)
  run.changes.push({
    of,
    ask: async () => ({ id: shares(await ask()) }),
    expected: () => (made && made.state === 'failed' ? 'not_active' : shares(answer)),
  })
  return 'done'
}

/** Each imported voucher came in an import of its own. */
export const takeBackStep: StepHandler<'take back'> = async (run, { voucher }) => {
  const of = pick(run.vouchers, voucher)!
  if (of.importId === undefined) return 'impossible'
  const refusal = model.takeBack(of.expected)
  const answer = await resultOrCode(takeBackImport(run.world.services, of.importId, ACTOR))
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareWithModel(run, of)
  return refusal ? 'refused' : 'done'
}

const shares = ({ refundedPence, cancelledPence }: { refundedPence: number; cancelledPence: number }) =>
  `${refundedPence} back, ${cancelledPence} cancelled`

export const repeatChangeStep: StepHandler<'repeated request'> = async (run, { change, isDifferent }) => {
  const made = pick(run.changes, change)
  if (!made) return 'impossible'
  const answer = await resultOrCode(made.ask(isDifferent))
  deepStrictEqual(typeof answer === 'string' ? answer : answer.id, made.expected(isDifferent))
  await compareWithModel(run, made.of)
  return 'done'
}

const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Extends a voucher by 400 days after its last valid day or today, whichever is later. */
export const extendStep: StepHandler<'extend'> = async (run, { voucher }) => {
  const of = pick(run.vouchers, voucher)!
  const now = run.world.clock.now()
  const day = dayOf(Math.max(of.expected.until.getTime(), now.getTime()) + 400 * DAY)
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + EXTEND_YEARS)
  const refusal = day > dayOf(latest.getTime()) ? 'invalid_request' : model.extend(of.expected)
  const answer = await resultOrCode(
    extendVoucher(run.world.services, { voucherId: of.id, actor: ACTOR }, day),
  )
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  if (typeof answer !== 'string') of.expected.until = await expiryOf(run.world, of.id)
  await compareWithModel(run, of)
  return typeof answer === 'string' ? 'refused' : doneResult(of)
}

/** Says whether a cap took back what the step added. */
const doneResult = ({ expected: { entries } }: TrackedVoucher): StepResult =>
  entries.at(-1)?.cap ? 'done, capped by its money' : 'done'
