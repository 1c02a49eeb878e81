import { deepStrictEqual, ok } from 'node:assert'
import { formatPounds } from '#contract/base/money.ts'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { DomainError } from '#server/domain-error.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
import type { World } from '#tests/harness/start-world.ts'
import { shownCancellation } from '#tests/resilience/ledger/cancel-model.ts'
import type { Issued } from '#tests/resilience/ledger/issue.ts'
import { isBacked, mayUndo, shownStatus, type Voucher } from '#tests/resilience/ledger/model.ts'
import type { GoodsOrder } from '#tests/resilience/ledger/order-model.ts'
import type { LedgerStep, StepOf } from '#tests/resilience/ledger/steps.ts'

/** A real voucher and its model. */
export interface TrackedVoucher extends Issued {
  expected: Voucher
  /** The day (London) on which it was sold. */
  issuedOn: string
  entryIds: string[]
  disputeIds: string[]
  /** The amount that an open refund dialog shows (pence). */
  shownInDialog?: number
}

/** A real order and its model. */
export interface TrackedOrder {
  id: string
  intentId: string
  product: string
  /** The day (London) of the sale by Stripe's clock. */
  placedOn: string
  /** What the first cancellation returned. */
  cancelledAt?: string
  expected: GoodsOrder
}

export interface ModelRun {
  world: World
  vouchers: TrackedVoucher[]
  orders: TrackedOrder[]
  changes: Change[]
}

/** A change that was made, to be repeated under its request id. */
export interface Change {
  of: TrackedVoucher
  ask: (isDifferent: boolean) => Promise<{ id: string }>
  /** Returns the expected result. */
  expected: (isDifferent: boolean) => unknown
}

export type StepResult = 'done' | 'refused' | 'impossible' | `${'of' | 'from' | 'done,'} ${string}`
export type StepHandler<Kind extends LedgerStep['do']> = (
  run: ModelRun,
  step: StepOf<Kind>,
) => Promise<StepResult>

export const pick = <One>(all: One[], nth: number): One | undefined => all[nth % all.length]

/** Resolves to the result, or to the code of the error. */
export async function resultOrCode<Answer extends object>(asked: Promise<Answer>): Promise<Answer | string> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/** Throws if a voucher, as the portal shows it, differs from its model. */
export async function compareWithModel(
  { world }: ModelRun,
  of: TrackedVoucher,
  answered?: VoucherDetail,
): Promise<void> {
  const now = world.clock.now()
  const { voucher, entries, cancellation } = answered ?? (await getVoucher(world.services, of.id))
  const ledger = entries.toReversed()
  of.entryIds = ledger.map(({ id }) => id)
  ok(isBacked(of.expected), 'the model itself gives away unpaid money')
  deepStrictEqual(
    {
      status: voucher.status,
      balance: voucher.currentBalance,
      cancellation: cancellation && { stage: cancellation.stage, amount: cancellation.amount },
      ledger: ledger.map((entry) => line(entry.kind, entry.amount, entry.balanceAfter, entry.canUndo)),
    },
    {
      status: shownStatus(of.expected, now),
      balance: formatPounds(of.expected.balance),
      cancellation: shownCancellation(of.expected),
      ledger: of.expected.entries.map((entry) => {
        const [pence, after] = [entry.pence, entry.after].map(formatPounds)
        return line(entry.kind, pence, after, mayUndo(of.expected, entry, now))
      }),
    },
  )
}

const line = (kind: string, amount = '', after = '', mayBeUndone = false) =>
  `${kind} ${amount}, then ${after}${mayBeUndone ? ', may be undone' : ''}`
