import { sql, type Expression, type InferResult, type RawBuilder, type Selectable } from 'kysely'
import { formatPounds } from '#contract/base/money.ts'
import type { FreezeCause } from '#contract/money/frozen.ts'
import type { AdminVoucher, VoucherDetail, VoucherEntry } from '#contract/vouchers/admin-vouchers.ts'
import { UNDO_DAYS } from '#contract/vouchers/change-balance.ts'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { ACTOR_LABELS } from '#server/activity/describe-activity.ts'
import type { GiftVoucher } from '#server/db/database.types.ts'
import { query } from '#server/db/db.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import { emailStateColumns, toEmailState, type EmailStateRow } from '#server/email/rules/email-state.ts'
import { refundablePence } from '#server/money/rules/refundable-pence.ts'
import { HAS_RIGHT_TO_CANCEL, VOUCHER_IS_OPEN } from '#server/purchases/rules/cancellation-facts.ts'
import { JOIN_GIFT_EMAIL, MAY_BE_DELIVERED } from '#server/vouchers/giving/gift-email.ts'
import { nextReminderOn } from '#server/vouchers/holder/holder-emails.ts'
import { LAST_DAY, statusAt } from '#server/vouchers/rules/voucher-facts.ts'

export interface VoucherRow
  extends Omit<Selectable<GiftVoucher>, 'disputedFrom' | 'paymentId'>, EmailStateRow {
  codeEnd: string
  isDelivered: boolean
  refundablePence: number
  frozenBy: FreezeCause | null
  /** The last valid day in London, YYYY-MM-DD. */
  lastDay: string
  /** The day of the next reminder. */
  nextReminderOn: string | null
  number: number | null
  reference: string | null
  canRecordCancellation: boolean
  /** Whether its code was replaced once. */
  isReissued: boolean
}

/** Selects vouchers. One past its last valid day is `expired`, even before the hourly job has recorded that. */
export const selectVouchers = (now: Date): RawBuilder<VoucherRow> => sql<VoucherRow>`
  select voucher.id, voucher.number, code, code_end(code) as code_end, code_generated, paid_by, import_id, taken_back, buyer_name, buyer_email, recipient_name, recipient_email, personal_message,
    deliver_to, send_on, tell_holder, voucher.reminders, reminders_stopped_at, ${nextReminderOn(now)} as next_reminder_on, ${emailStateColumns('gift', now, sql`voucher.status <> 'active'`)}, ${MAY_BE_DELIVERED} as is_delivered, original_pence, balance_pence, ${refundablePence()} as refundable_pence, issued_at, expires_at, stripe_payment_intent_id as reference,
    voucher.by_phone, ${HAS_RIGHT_TO_CANCEL} and ${VOUCHER_IS_OPEN} as can_record_cancellation,
    exists (select from retired_code where retired_code.voucher_id = voucher.id) as is_reissued, ${statusAt(now)} as status, ${LAST_DAY} as last_day,
    case voucher.status when 'disputed' then (select min(cause) from freeze_cause where freeze_cause.payment_id = voucher.payment_id) end as frozen_by
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id ${JOIN_GIFT_EMAIL}`

/** A voucher of a list: of a code that was brought along only its end, because it may be short enough to remember. */
export const toListedVoucher = (row: VoucherRow): AdminVoucher => ({
  ...toAdminVoucher(row),
  ...(row.paidBy === 'imported' && !row.codeGenerated && { voucherCode: `…${row.codeEnd}` }),
})

function toAdminVoucher(row: VoucherRow): AdminVoucher {
  const giftEmail = toEmailState(row)
  return {
    id: row.id,
    voucherCode: formatVoucherCode(row.code),
    codeEnd: row.codeEnd,
    status: row.status,
    ...(row.frozenBy && { frozenBy: row.frozenBy }),
    ...(row.buyerName && { buyerName: row.buyerName }),
    ...(row.buyerEmail && { buyerEmail: row.buyerEmail }),
    recipientName: row.recipientName,
    ...(row.recipientEmail !== null && { recipientEmail: row.recipientEmail }),
    deliverTo: row.deliverTo,
    ...(row.sendOn && { sendOn: row.sendOn }),
    ...(giftEmail && { giftEmail }),
    isDelivered: row.isDelivered,
    originalAmount: formatPounds(row.originalPence),
    currentBalance: formatPounds(row.balancePence),
    refundableAmount: formatPounds(row.refundablePence),
    expiryDate: row.lastDay,
    ...(row.personalMessage && { personalMessage: row.personalMessage }),
    paidBy: row.paidBy,
    byPhone: row.byPhone,
    ...(row.importId && !row.takenBack && { importId: row.importId }),
    ...(row.number && { number: row.number }),
    ...(row.reference && { reference: row.reference }),
    timestamp: row.issuedAt.toISOString(),
    tellHolder: row.tellHolder,
    reminders: row.remindersStoppedAt ? 'stopped' : row.reminders ? 'on' : 'off',
    ...(row.nextReminderOn && {
      nextReminder: { on: row.nextReminderOn, to: row.recipientEmail === null ? 'buyer' : 'recipient' },
    }),
  }
}

/** `actor` is the id of an admin, or `buyer`, `stripe` or `system`; `by` names them. */
export type EntryRow = InferResult<ReturnType<typeof selectEntries>>[number]

/**
 * SQL condition: an admin made the entry, and it is not reversed. Entries of a refund are reversed only with the
 * refund.
 */
export const IS_UNDOABLE = sql<boolean>`entry.kind in ('redeem', 'adjust') and entry.refund_id is null
  and not exists (select from voucher_entry reversal where reversal.reverses = entry.id)`

/** SQL condition: the entry took from the balance so long ago that it stands. Adding can always be undone. */
export const isUndoneTooLate = (now: Date) => sql<boolean>`(entry.pence < 0
  and ${londonDayOf(sql`entry.created_at`)} + ${UNDO_DAYS}::int < ${londonDayOf(now)})`

/** Selects the ledger of a voucher, newest first. */
export const selectEntries = (voucher: Expression<string>, now: Date) =>
  query
    .selectFrom('voucherEntry as entry')
    .leftJoin('adminUser as admin', (join) => join.on(sql`admin.id::text`, '=', sql.ref('actor')))
    .select(['entry.id', 'kind', 'pence', 'balanceAfter', 'description', 'privateNotes', 'entry.createdAt'])
    .select((row) => [
      row.fn.coalesce('admin.name', 'actor').as('by'),
      'entry.actor',
      IS_UNDOABLE.as('undoable'),
    ])
    .select(isUndoneTooLate(now).as('tooLate'))
    .where('voucherId', '=', voucher)
    .orderBy('position', 'desc')

/** The reply leaves out what only decides who sees what. */
export interface DetailWithActors extends VoucherDetail {
  voucher: AdminVoucher & { isReissued: boolean }
  entries: (VoucherEntry & { actor: string })[]
}

function toEntry(row: EntryRow, canUndo: boolean): VoucherEntry & { actor: string } {
  return {
    id: row.id,
    actor: row.actor,
    kind: row.kind,
    amount: formatPounds(row.pence),
    balanceAfter: formatPounds(row.balanceAfter),
    description: row.description,
    ...(row.privateNotes && { adminNotes: row.privateNotes }),
    by: ACTOR_LABELS[row.by] ?? row.by,
    timestamp: row.createdAt.toISOString(),
    canUndo,
  }
}

export function toDetail(voucher: VoucherRow, entries: EntryRow[]): DetailWithActors {
  const isOpen = voucher.status === 'active' || voucher.status === 'spent'
  return {
    voucher: { ...toAdminVoucher(voucher), isReissued: voucher.isReissued },
    entries: entries.map((entry) => toEntry(entry, isOpen && entry.undoable && !entry.tooLate)),
    canRecordCancellation: voucher.canRecordCancellation,
  }
}
