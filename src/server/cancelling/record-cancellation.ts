import { sql } from 'kysely'
import { londonDay } from '#contract/base/send-date.ts'
import type { AdminCancellation } from '#contract/purchases/cancellation.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import { recordNotice } from '#server/cancelling/record-notice.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import type { Statement } from '#server/db/db.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import {
  HAS_RIGHT_TO_CANCEL,
  ORDER_CANCEL_UNTIL,
  ORDER_IS_OPEN,
  VOUCHER_CANCEL_UNTIL,
  VOUCHER_IS_OPEN,
} from '#server/purchases/rules/cancellation-facts.ts'
import { selectCancellations, toAdminCancellation } from '#server/purchases/rules/read-cancellations.ts'
import { lockVoucher } from '#server/vouchers/ledger/lock-voucher.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface Purchase {
  voucherId: string | null
  orderId: string | null
  intentId: string | null
  boughtOn: string
  /** Null while the goods are not with their buyer. */
  until: string | null
  isOpen: boolean
  hasRight: boolean
}

/** Records a notice that came otherwise than by the buyer's page. `recordId`: of the voucher or order. A repeat changes nothing. */
export async function recordCancellation(
  services: Deps,
  { recordId, sentOn, actor }: { recordId: string; sentOn: string; actor: string },
): Promise<AdminCancellation> {
  const { db, clock, random } = services
  const now = clock.now()
  const isOfRecord = sql`${recordId} in (cancellation.voucher_id, cancellation.order_id)`
  const { purchases, earlier } = await db.batch({
    purchases: selectPurchases(recordId),
    earlier: selectCancellations(isOfRecord),
  })
  const [purchase] = purchases
  if (!purchase) throw new DomainError('not_found', 'We could not find this voucher or order.')
  if (earlier[0]) return toAdminCancellation(earlier[0])
  requireInTime(purchase, sentOn, londonDay(now))
  const { recorded } = await db.batch({
    ...(purchase.intentId === null ? { lock: lockVoucher(recordId) } : lockPurchase(purchase.intentId)),
    ...recordNotice({
      id: random.uuid(),
      actor,
      sentOn,
      purchase: sql`from (${selectPurchases(recordId)}) purchase where is_open and has_right`,
      now,
    }),
    recorded: selectCancellations(isOfRecord),
  })
  if (!recorded[0])
    throw new DomainError(
      'not_active',
      purchase.hasRight
        ? 'This purchase has already been refunded or has ended, so there is nothing to cancel.'
        : 'This voucher was not sold online or by telephone, so there is no right to cancel it.',
    )
  await executeCancellations(services, { of: recordId })
  const [cancellation] = await db.run(selectCancellations(isOfRecord))
  return toAdminCancellation(cancellation!)
}

const selectPurchases = (id: string): Statement<Purchase> => sql<Purchase>`
  select voucher.id as voucher_id, null::uuid as order_id, stripe_payment_intent_id as intent_id, ${londonDayOf(sql`issued_at`)} as bought_on,
    ${VOUCHER_CANCEL_UNTIL} as until, ${VOUCHER_IS_OPEN} as is_open, ${HAS_RIGHT_TO_CANCEL} as has_right
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id where voucher.id = ${id}
  union all
  select null, orders.id, stripe_payment_intent_id, ${londonDayOf(sql`placed_at`)}, ${ORDER_CANCEL_UNTIL}, ${ORDER_IS_OPEN}, true
  from orders join payment on payment.id = orders.payment_id where orders.id = ${id}`

function requireInTime({ boughtOn, until }: Purchase, sentOn: string, today: string): void {
  const sentence =
    sentOn > today
      ? 'That day is still to come. Please choose the day on which the notice was sent'
      : sentOn < boughtOn
        ? `That is before the purchase on ${longDay(boughtOn)}. Please choose a later day`
        : until !== null && sentOn > until
          ? `The 14 days ended on ${longDay(until)}, so this notice is too late`
          : undefined
  if (sentence) throw new DomainError('invalid_request', `${sentence}.`, { fields: { sentOn: sentence } })
}
