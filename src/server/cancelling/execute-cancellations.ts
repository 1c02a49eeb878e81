import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Pence } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { openOn } from '#contract/website/opening-days.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { describeFailure, log } from '#server/log.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { returnUnits } from '#server/orders/reserve-stock.ts'
import { RESTOCKABLE } from '#server/orders/rules/units-to-hand-over.ts'
import { FROM_CANCELLATION, STAGE, TO_PAY_PENCE } from '#server/purchases/rules/cancellation-facts.ts'
import { lockVoucher } from '#server/vouchers/ledger/lock-voucher.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface Wanted {
  /** Only the cancellation of this id, or of this voucher or order. */
  of?: string
  timeIsUp?: () => boolean
}

interface OpenCancellation {
  id: string
  actor: string
  voucherId: string | null
  orderId: string | null
  recordedAt: Date
  /** Until the end of the next opening day somebody may still say where the goods are. */
  isAtCounter: boolean
  toPayPence: Pence
  /** Units that never left the clinic. */
  restock: number
}

/**
 * Pays back what cancelled purchases are owed: at once where nothing is waited for, at the end of the next opening day where
 * goods wait at the counter. Goods that never left go back on the shelf, also if a bank has taken the money. Safe to repeat;
 * what fails is tried again by the next full run, and Needs attention shows it.
 */
export async function executeCancellations(
  services: Deps,
  { of: id, timeIsUp = () => false }: Wanted = {},
): Promise<void> {
  const now = services.clock.now()
  for (const open of await services.db.run(selectOpen(id))) {
    if (timeIsUp()) return
    if (open.isAtCounter && londonDay(now) <= nextOpeningDay(open.recordedAt)) continue
    try {
      await execute(services, open)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      log('warn', 'cancelled purchase not paid back yet', {
        cancellation: open.id,
        ...describeFailure(error),
      })
    }
  }
}

async function execute(
  services: Deps,
  { id, actor, voucherId, orderId, toPayPence, restock }: OpenCancellation,
) {
  const now = services.clock.now()
  if (orderId !== null && toPayPence === 0)
    await services.db.batch({
      lock: query.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate(),
      returned: returnUnits(orderId, actor, now),
    })
  else if (orderId !== null)
    await refundOrder(services, { orderId, pence: toPayPence, restock, cancellationId: id, actor })
  else if (voucherId !== null && toPayPence > 0) await refundVoucher(services, voucherId, actor)
  else if (voucherId !== null)
    await services.db.batch({
      lock: lockVoucher(voucherId),
      ended: endWithoutRefund(voucherId, actor, now),
    })
}

/** SQL expression on `orders`: units that never left the clinic, and are not back on the shelf yet. */
const UNITS_HERE = sql<number>`case
  when orders.fulfilment = 'to_prepare' or orders.fulfilment = 'ready' and orders.delivery = 'collection' then ${RESTOCKABLE}
  else 0 end`

/** Selects cancellations that wait neither for Stripe nor for somebody, and those with nothing left to pay that are not at their end; oldest first. */
const selectOpen = (id: string | undefined): Statement<OpenCancellation> => sql<OpenCancellation>`
  select cancellation.id, cancellation.actor, voucher_id, order_id, recorded_at, ${TO_PAY_PENCE} as to_pay_pence,
    (${STAGE} = 'at_counter' or ${STAGE} = 'settled' and orders.fulfilment = 'ready') as is_at_counter, ${UNITS_HERE} as restock
  ${FROM_CANCELLATION}
  where ${id === undefined ? sql`true` : sql`${id} in (cancellation.id, voucher_id, order_id)`} and (payment.state = 'fulfilled' and ${STAGE} in ('refunding', 'at_counter')
    or ${STAGE} = 'settled' and ${TO_PAY_PENCE} = 0 and (voucher.status = 'refunding' or ${UNITS_HERE} > 0))
  order by recorded_at`

/** Ends a voucher of which nothing that was paid is left: what was added without money is cancelled. */
const endWithoutRefund = (voucherId: string, actor: string, now: Date) => sql`
  with ended as (
    select id, balance_pence from gift_voucher where id = ${voucherId} and status = 'refunding'
  ),
  rest as (${insertRows(
    'voucherEntry',
    {
      id: sql`gen_random_uuid()`,
      voucherId: sql`id`,
      kind: 'adjust',
      pence: sql`-balance_pence`,
      balanceAfter: 0,
      actor,
      description: 'Cancelled with the purchase',
      createdAt: now,
    },
    sql`from ended where balance_pence > 0`,
  )})
  update gift_voucher voucher set balance_pence = 0, status = case when exists (
      select from refund where refund.payment_id = voucher.payment_id and refund.state = 'succeeded'
    ) then 'refunded' else 'void' end
  from ended where voucher.id = ended.id`

/** Of a clinic that is closed for longer, the money is not held back longer. */
const CLOSED_DAYS_MAX = 10

/** The first day (London) after a moment's on which the clinic opens. */
function nextOpeningDay(moment: Date): string {
  const days = Array.from({ length: CLOSED_DAYS_MAX }, (_, index) => addDays(londonDay(moment), index + 1))
  return days.find((day) => openOn(clinic.hours, clinic.closures, day) !== null) ?? days.at(-1)!
}
