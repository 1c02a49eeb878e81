import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import {
  describeComplimentaryValue,
  type complimentaryValueEndpoint,
} from '#contract/vouchers/complimentary-value.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { IS_CANCELLED_UNUSED } from '#server/vouchers/ledger/ledger-by-hand.ts'

// Complimentary value is given without money: issued free, or added to a balance. Employees could give it to themselves,
// so all admins together give at most `complimentaryPerDay` in a London day.

const perDayPence = () => clinic.vouchers.complimentaryPerDay * 100

/**
 * SQL expression: what is left of the day (pence). An entry counts for the day it was written, unless it was undone. A
 * free voucher that was cancelled unused does not count.
 */
export const complimentaryLeft = (now: Date) => sql<Pence>`greatest(0, ${perDayPence()}::int - coalesce((
  select sum(entry.pence)
  from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
  where entry.effective_at >= ${startOfDay(londonDayOf(now))} and entry.effective_at < ${startOfDay(londonDayOf(now), 1)}
    and (entry.kind = 'adjust' and entry.pence > 0 or entry.kind = 'issue' and voucher.paid_by = 'complimentary')
    and not exists (select from voucher_entry undone where undone.reverses = entry.id)
    and not ${IS_CANCELLED_UNUSED}
), 0))::int`

/** Missing from a batch that gives nothing. */
interface GivingBatch {
  givingLock?: Statement
  complimentaryLeft?: Statement<{ pence: Pence }>
}

/**
 * Returns the statements that begin a batch which gives value without money. Admins who give at the same moment queue
 * here, so each reads what the others have given.
 */
export const beginGiving = (now: Date): GivingBatch => ({
  givingLock: sql`select pg_advisory_xact_lock(hashtextextended('complimentary value', 0))`,
  complimentaryLeft: selectLeft(now),
})

const selectLeft = (now: Date): Statement<{ pence: Pence }> =>
  sql<{ pence: Pence }>`select ${complimentaryLeft(now)} as pence`

/** Says what is left of the day, beside `field` of the form. */
export function dailyLimitError(leftPence: Pence, field: string): DomainError {
  const sentence = describeComplimentaryValue(toReply(leftPence))
  return new DomainError('daily_limit', `${sentence}.`, { fields: { [field]: sentence } })
}

export async function getComplimentaryValue({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof complimentaryValueEndpoint>> {
  const [left] = await db.run(selectLeft(clock.now()))
  return toReply(left!.pence)
}

const toReply = (leftPence: Pence) => ({
  leftToday: formatPounds(leftPence),
  perDay: formatPounds(perDayPence()),
})
