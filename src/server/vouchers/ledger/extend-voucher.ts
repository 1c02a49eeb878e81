import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { EXTEND_YEARS } from '#contract/vouchers/voucher-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { readDetail, selectDetail } from '#server/vouchers/desk/voucher-detail.ts'
import { tellOfNewDay } from '#server/vouchers/holder/holder-emails.ts'
import { capBalance } from '#server/vouchers/ledger/cap-balance.ts'
import type { VoucherChange } from '#server/vouchers/ledger/change-balance.ts'
import { lockVoucher } from '#server/vouchers/ledger/lock-voucher.ts'

interface Bounds {
  /** Today in London, and the latest day allowed (YYYY-MM-DD). */
  today: string
  latest: string
}

/**
 * Moves the last valid day of a voucher to a later one. Restores the balance of an expired voucher, if it was not
 * emptied otherwise. Tells the holder the new day. A repeat changes nothing.
 */
export async function extendVoucher(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { voucherId, actor }: VoucherChange,
  day: string,
): Promise<VoucherDetail> {
  const now = clock.now()
  const results = await db.batch({
    lock: lockVoucher(voucherId),
    bounds: sql<Bounds>`
      select ${londonDayOf(now)} as today, ${latest(now)} as latest`,
    extended: extend(voucherId, day, actor, now),
    capped: capBalance(sql`(${voucherId}::uuid)`, now),
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(results)
  if (detail.voucher.expiryDate === day && detail.voucher.status !== 'expired') return detail
  throw refusalOf(detail, results.bounds[0]!, day)
}

const latest = (now: Date) => sql`(${londonDayOf(now)} + ${EXTEND_YEARS} * interval '1 year')::date`

function extend(voucherId: string, day: string, actor: string, now: Date) {
  const until = startOfDay(day, 1)
  return sql`
    with lapse as (
      -- A voucher expires again when a refund fails after its expiry.
      select id, pence, position, sum(-pence) over (order by position) as back
      from voucher_entry entry where voucher_id = ${voucherId} and kind = 'expire'
        and not exists (select from voucher_entry reversal where reversal.reverses = entry.id)
    ),
    before as (
      select id, status, expires_at, balance_pence, (select coalesce(max(back), 0)::int from lapse) as back
      from gift_voucher voucher
      where id = ${voucherId} and (status in ('active', 'spent') or status = 'expired' and exists (select from lapse))
        and ${until} > expires_at and ${day}::date > ${londonDayOf(now)} and ${day}::date <= ${latest(now)}
    ),
    voucher as (
      update gift_voucher set expires_at = ${until}, balance_pence = before.balance_pence + back,
        status = case when before.status = 'expired' then 'active' else before.status end
      from before where gift_voucher.id = before.id
      returning gift_voucher.*
    ),
    ${tellOfNewDay(now)},
    reversed as (${insertRows(
      'voucherEntry',
      {
        id: sql`gen_random_uuid()`,
        voucherId: sql`before.id`,
        kind: 'reverse',
        pence: sql`-pence`,
        balanceAfter: sql`balance_pence + lapse.back`,
        actor,
        description: 'Extended after it expired',
        reverses: sql`lapse.id`,
        createdAt: now,
      },
      sql`from before, lapse order by position`,
    )})
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'voucher_extended',
        voucherId: sql`before.id`,
        before: { until: sql`before.expires_at` },
        after: { until: sql`voucher.expires_at` },
      },
      sql`from before join voucher using (id)`,
    )}`
}

function refusalOf({ voucher }: VoucherDetail, { today, latest }: Bounds, day: string): DomainError {
  const sentence = dayProblem(voucher.expiryDate, today, latest, day)
  if (sentence)
    return new DomainError('invalid_request', `${sentence}.`, { fields: { expiryDate: sentence } })
  return new DomainError('not_active', 'This voucher cannot be extended at the moment.')
}

function dayProblem(present: string, today: string, latest: string, day: string): string | undefined {
  if (day <= today) return 'Please choose a day after today'
  if (day > latest) return `Please choose a day in the next ${EXTEND_YEARS} years`
  return day < present ? 'Please choose a day after the current last valid day' : undefined
}
