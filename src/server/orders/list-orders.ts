import { sql, type InferResult, type RawBuilder } from 'kysely'
import type { Query } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { AdminOrder, adminOrdersEndpoint } from '#contract/orders/admin-orders.ts'
import { isAfter, PAGE_LIMIT, readCursor, readPenceCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import { query, type Db } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { LEFT_PENCE, refundedPence } from '#server/money/rules/refundable-pence.ts'
import {
  CAN_HAND_OVER,
  IS_CANCELLED,
  NOTHING_TO_HAND_OVER,
  UNITS_TO_HAND_OVER,
} from '#server/orders/rules/units-to-hand-over.ts'

/** Returns one page of orders, by time and number or by amount, and the cursor of the next page. */
export async function listOrders(
  db: Db,
  { search, status, fulfilment, order, cursor, ...days }: Query<typeof adminOrdersEndpoint>,
): Promise<{ orders: AdminOrder[]; cursor: string | undefined }> {
  const isByAmount = search === undefined && (order === 'highest' || order === 'lowest')
  const at = isByAmount ? 'amount_pence' : 'placed_at'
  const after = isByAmount ? readPenceCursor(cursor) : readCursor(cursor)
  const isUpwards = order === 'oldest' || (isByAmount && order === 'lowest')
  const direction = isUpwards ? 'asc' : 'desc'
  // Stripe's times have a resolution of one second.
  const tie = isByAmount ? 'id' : 'number'
  const tieOf = isByAmount ? undefined : numberOf
  const rows = await db.run(
    selectAdminOrders()
      .where(isInView({ status, fulfilment }))
      .where(isWithinDays('placed_at', days))
      .where(isAfter(after, at, tie, direction, tieOf))
      .where(searchCondition(search, SEARCHABLE_ORDERS))
      .orderBy(isByAmount ? 'amountPence' : 'placedAt', direction)
      .orderBy(tie, direction)
      .limit(PAGE_LIMIT),
  )
  const page = toPage(rows, ({ placedAt, amountPence, id }) =>
    writeCursor({ at: isByAmount ? amountPence : placedAt, id }),
  )
  return { orders: page.page.map(toAdminOrder), cursor: page.cursor }
}

const numberOf = (id: string) => sql`(select number from orders where id = ${id}::uuid)`

/** How orders are searched. */
export const SEARCHABLE_ORDERS = {
  numbered: 'order',
  identify: identifyReference,
  hasAddress: (address: string) => sql<boolean>`email = ${address}`,
} as const

/** Returns the end of a reference, which people read out, as it is in `words`: backwards. */
function identifyReference(search: string): string | undefined {
  return /^\w{4,}$/.test(search) ? `'<${search.toLowerCase().split('').toReversed().join('')}':*` : undefined
}

/** SQL condition: the order has this payment status and this fulfilment. */
export const isInView = ({
  status,
  fulfilment,
}: Pick<Partial<Query<typeof adminOrdersEndpoint>>, 'status' | 'fulfilment'>): RawBuilder<boolean> =>
  sql<boolean>`${status === undefined ? sql`true` : sql`status = ${status}`} and ${fulfilment === undefined ? sql`true` : hasFulfilment(fulfilment)}`

const hasFulfilment = (
  filter: NonNullable<Query<typeof adminOrdersEndpoint>['fulfilment']>,
): RawBuilder<unknown> =>
  filter === 'handed_over'
    ? sql`fulfilment in ('collected', 'delivered') and status <> 'refunded'`
    : sql`fulfilment = ${filter} and not ${NOTHING_TO_HAND_OVER}`

/** SQL condition on `outbox`: the email that asks for goods that were collected after the notice. */
export const IS_TO_RETURN = sql<boolean>`(template = 'purchase-cancelled' and key like 'collected:%')`

export const selectAdminOrders = () =>
  query
    .selectFrom('orders')
    .select(['id', 'number', 'reference', 'placedAt', 'status', 'fulfilment', 'delivery'])
    .select(['firstName', 'lastName', 'email', 'productName', 'amountPence'])
    .select(UNITS_TO_HAND_OVER.as('quantity'))
    .select([refundedPence('orders.payment_id').as('refundedPence'), CAN_HAND_OVER.as('canHandOver')])
    .select(
      sql<boolean>`exists (
        select from outbox
        where about = orders.id and case when ${IS_CANCELLED} then ${IS_TO_RETURN} else template = 'order-ready' end
          and (sent_at is not null or claimed_until is not null)
      )`.as('buyerTold'),
    )
    .select(IS_CANCELLED.as('isCancelled'))
    .select(
      sql<number>`(select greatest(0, ${LEFT_PENCE}) from payment where payment.id = orders.payment_id)`.as(
        'leftPence',
      ),
    )

export type OrderRow = InferResult<ReturnType<typeof selectAdminOrders>>[number]

export function toAdminOrder(row: OrderRow): AdminOrder {
  return {
    ...row,
    date: row.placedAt.toISOString(),
    amount: formatPounds(row.amountPence),
    refunded: formatPounds(row.refundedPence),
    refundable: formatPounds(row.leftPence),
  }
}
