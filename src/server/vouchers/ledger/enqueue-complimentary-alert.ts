import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { enqueueEmail, OWNER_ADDRESSES } from '#server/email/outbox.ts'
import { ledgerByHand, summariseByHand } from '#server/vouchers/ledger/ledger-by-hand.ts'

/**
 * Returns the last statement of a batch that begins with `beginGiving`: once a day, as soon as the sum of the London day
 * passes `complimentaryAlert`, an email tells the clinic and all admins.
 */
export function enqueueComplimentaryAlert(now: Date) {
  const alertPence = clinic.vouchers.complimentaryAlert * 100
  const today = londonDayOf(now)
  const given = sql`
    select * from (${ledgerByHand(startOfDay(today), startOfDay(today, 1))}) moved
    where kind in ('complimentary', 'goodwill')`
  return enqueueEmail(
    {
      key: sql`'complimentary-alert:' || ${today} || suffix`,
      template: 'complimentary-alert',
      recipient: sql`address`,
      data: {
        day: today,
        pence: sql`pence`,
        alertPence,
        count: sql`count`,
        entries: sql`entries`,
      },
      at: now,
    },
    sql`from (${summariseByHand(given)}) given, ${OWNER_ADDRESSES} where pence > ${alertPence}`,
  )
}
