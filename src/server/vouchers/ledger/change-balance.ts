import { sql, type RawBuilder } from 'kysely'
import type { Body, Reply } from '#contract/base/endpoint.ts'
import { formatPounds, longPounds, type Pence } from '#contract/base/money.ts'
import { VOUCHER_FROZEN } from '#contract/money/frozen.ts'
import {
  BALANCE_MAX,
  UNDO_DAYS,
  type adjustVoucherEndpoint,
  type redeemVoucherEndpoint,
  type undoVoucherEntryEndpoint,
} from '#contract/vouchers/change-balance.ts'
import type { ActivityAction } from '#server/activity/describe-activity.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { readDetail, selectDetail } from '#server/vouchers/desk/voucher-detail.ts'
import {
  IS_UNDOABLE,
  isUndoneTooLate,
  type DetailWithActors,
  type EntryRow,
  type VoucherRow,
} from '#server/vouchers/desk/voucher-rows.ts'
import { tellOfUse } from '#server/vouchers/holder/holder-emails.ts'
import { capBalance } from '#server/vouchers/ledger/cap-balance.ts'
import {
  beginGiving,
  complimentaryLeft,
  dailyLimitError,
} from '#server/vouchers/ledger/complimentary-value.ts'
import { enqueueComplimentaryAlert } from '#server/vouchers/ledger/enqueue-complimentary-alert.ts'
import { lockVoucher } from '#server/vouchers/ledger/lock-voucher.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type ChangedVoucher = Reply<typeof adjustVoucherEndpoint> & DetailWithActors

interface BalanceChange {
  action: ActivityAction
  /** Statuses in which the voucher allows this change. */
  allowedStatuses: readonly string[]
  /** Selects one row (pence, kind, description, private_notes, reverses), or none if the change is not possible. */
  entry: RawBuilder<unknown>
  /** Whether it is a use, of which the holder is told; `tellHolder`: whether from now on. */
  use?: { tellHolder: boolean | undefined }
  /** Whether it adds value without money, which is limited a day. */
  isGiving?: boolean
  /** Explains a refusal that the status does not explain. */
  explain: (voucher: VoucherRow, entries: EntryRow[], complimentaryLeft: Pence) => DomainError
}

const OPEN_STATUSES = ['active', 'spent']

/** Redeems an amount, and tells the holder unless told not to. Throws `insufficient_balance` or `not_active`. */
export function redeemVoucher(
  services: Deps,
  change: VoucherChange,
  { requestId, amount, description, tellHolder }: Body<typeof redeemVoucherEndpoint>,
): Promise<ChangedVoucher> {
  const body = { amount, description, tellHolder }
  return changeBalance(services, change, requestId, body, {
    action: 'voucher_redeemed',
    allowedStatuses: ['active'],
    entry: selectEntry('redeem', -amount, description ?? 'Redeemed at the clinic'),
    use: { tellHolder },
    explain: insufficientBalanceError,
  })
}

/**
 * Corrects the balance by a positive or negative amount. Throws `daily_limit` if too little is left of the day's
 * complimentary value.
 */
export function adjustVoucher(
  services: Deps,
  change: VoucherChange,
  { requestId, ...body }: Body<typeof adjustVoucherEndpoint>,
): Promise<ChangedVoucher> {
  return changeBalance(services, change, requestId, body, {
    action: 'voucher_adjusted',
    allowedStatuses: OPEN_STATUSES,
    entry: selectEntry('adjust', body.amount, body.description, body.adminNotes),
    isGiving: body.amount > 0,
    explain: (voucher, _, left) => adjustRefusal(voucher, body.amount, left),
  })
}

/** Reverses one redemption or adjustment, once, by a new entry. Throws `too_late` for one that took from the balance long ago. */
export function undoVoucherEntry(
  services: Deps,
  change: VoucherChange,
  { requestId, ...body }: Body<typeof undoVoucherEntryEndpoint>,
): Promise<ChangedVoucher> {
  return changeBalance(services, change, requestId, body, {
    action: 'voucher_entry_undone',
    allowedStatuses: OPEN_STATUSES,
    entry: sql`
      select -pence as pence, 'reverse' as kind, 'Undone' as description, null as private_notes, id as reverses
      from voucher_entry entry where id = ${body.entryId} and voucher_id = ${change.voucherId} and ${IS_UNDOABLE} and not ${isUndoneTooLate(services.clock.now())}`,
    explain: (voucher, entries) => undoRefusal(voucher, entries, body.entryId),
  })
}

const selectEntry = (kind: 'redeem' | 'adjust', pence: number, description: string, notes?: string) => sql`
  select ${pence}::int as pence, ${kind}::text as kind, ${description}::text as description,
    ${notes ?? null}::text as private_notes, null::uuid as reverses`

async function changeBalance(
  { db, clock, random }: Deps,
  { voucherId, actor }: VoucherChange,
  requestId: string | undefined,
  body: unknown,
  { action, allowedStatuses, entry, isGiving = false, use, explain }: BalanceChange,
): Promise<ChangedVoucher> {
  const now = clock.now()
  const id = random.uuid()
  const idempotency = idempotent<{ entryId: string }>(
    { endpoint: action, target: voucherId, requestId: requestId ?? random.uuid(), body },
    now,
  )
  const results = await db.batch({
    ...idempotency.begin,
    ...(isGiving ? beginGiving(now) : {}),
    lock: lockVoucher(voucherId),
    changed: sql`
      with entry as (${entry}),
      before as (
        select voucher.id, voucher.status, balance_pence, balance_pence + entry.pence as after_pence
        from gift_voucher voucher, entry
        where voucher.id = ${voucherId} and voucher.status = any(${allowedStatuses}) and expires_at > ${now}
          and balance_pence + entry.pence >= 0 and (entry.pence < 0 or balance_pence + entry.pence <= ${BALANCE_MAX})
          and ${idempotency.isFirst} and ${isGiving ? sql`entry.pence <= ${complimentaryLeft(now)}` : sql`true`}
          and not (${isGiving}::boolean and exists (select from cancellation where cancellation.voucher_id = voucher.id))
      ),
      voucher as (
        update gift_voucher set balance_pence = after_pence, status = case when after_pence = 0 then 'spent' else 'active' end,
          tell_holder = coalesce(${use?.tellHolder ?? null}::boolean, tell_holder)
        from before where gift_voucher.id = before.id
        returning gift_voucher.id, gift_voucher.status
      ),
      written as (${insertRows(
        'voucherEntry',
        {
          id,
          voucherId: sql`before.id`,
          kind: sql`kind`,
          pence: sql`pence`,
          balanceAfter: sql`after_pence`,
          actor,
          description: sql`description`,
          privateNotes: sql`private_notes`,
          reverses: sql`reverses`,
          createdAt: now,
        },
        sql`from before, entry`,
      )})
      ${recordActivity(
        {
          at: now,
          actor,
          action,
          voucherId: sql`before.id`,
          before: { pence: sql`balance_pence`, status: sql`before.status` },
          after: { pence: sql`after_pence`, status: sql`voucher.status` },
        },
        sql`from before join voucher using (id)`,
      )}`,
    // The money of an undone redemption may have been refunded since.
    capped: capBalance(sql`(${voucherId}::uuid)`, now),
    ...(isGiving && { alert: enqueueComplimentaryAlert(now) }),
    ...(use && { told: tellOfUse(id, now) }),
    ...idempotency.end(
      sql`select jsonb_build_object('entryId', id) as answer from voucher_entry where id = ${id}`,
    ),
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(results)
  const answer = idempotency.read(results.stored)
  const newEntry = answer && detail.entries.find((entry) => entry.id === answer.entryId)
  if (newEntry) return { ...detail, entry: newEntry }
  const [voucher] = results.voucher
  throw (
    statusRefusal(voucher!, allowedStatuses, now) ??
    (isGiving && detail.cancellation
      ? notActiveError('This purchase was cancelled, so nothing can be added to its voucher.')
      : undefined) ??
    explain(voucher!, results.entries, results.complimentaryLeft?.[0]?.pence ?? 0)
  )
}

/** Explains to the owner why the status of a voucher allows no change. */
export function statusRefusal(
  { status, expiresAt, frozenBy }: VoucherRow,
  allowedStatuses: readonly string[],
  now: Date,
): DomainError | undefined {
  if (expiresAt <= now && [...OPEN_STATUSES, 'expired'].includes(status)) {
    return notActiveError('This voucher has expired. Please extend it first.')
  }
  if (frozenBy) return notActiveError(VOUCHER_FROZEN[frozenBy])
  return allowedStatuses.includes(status)
    ? undefined
    : notActiveError(NOT_ACTIVE_MESSAGES[status] ?? 'There is nothing left on this voucher.')
}

const NOT_ACTIVE_MESSAGES: Partial<Record<VoucherRow['status'], string>> = {
  refunding: 'This voucher is being refunded.',
  refunded: 'This voucher has been refunded.',
  void: 'This voucher has been cancelled.',
}

const notActiveError = (sentence: string) => new DomainError('not_active', sentence)

function insufficientBalanceError({ balancePence }: VoucherRow): DomainError {
  const sentence = `There is only £${formatPounds(balancePence)} left on this voucher`
  return new DomainError('insufficient_balance', `${sentence}.`, { fields: { amount: sentence } })
}

function balanceMaxError({ balancePence }: VoucherRow): DomainError {
  const sentence = `A voucher can hold at most ${longPounds(BALANCE_MAX)}, so you can add up to ${longPounds(Math.max(0, BALANCE_MAX - balancePence))}`
  return new DomainError('invalid_request', `${sentence}.`, { fields: { amount: sentence } })
}

function adjustRefusal(voucher: VoucherRow, pence: Pence, complimentaryLeftPence: Pence): DomainError {
  if (pence < 0) return insufficientBalanceError(voucher)
  return voucher.balancePence + pence > BALANCE_MAX
    ? balanceMaxError(voucher)
    : dailyLimitError(complimentaryLeftPence, 'amount')
}

function undoRefusal(voucher: VoucherRow, entries: EntryRow[], entryId: string): DomainError {
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) return new DomainError('not_found', 'We could not find this entry.')
  if (entry.kind !== 'redeem' && entry.kind !== 'adjust')
    return notActiveError('This entry cannot be undone.')
  if (!entry.undoable) return new DomainError('changed_meanwhile', 'This entry has already been undone.')
  if (entry.tooLate)
    return new DomainError(
      'too_late',
      `This entry is more than ${UNDO_DAYS} days old, so it can no longer be undone. To correct the balance, please press “Adjust Balance”.`,
    )
  return entry.pence > 0 ? insufficientBalanceError(voucher) : balanceMaxError(voucher)
}

/** The voucher to change, and who changes it. */
export interface VoucherChange {
  voucherId: string
  /** The id of an admin. */
  actor: string
}
