import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { AdminOrder, adminOrdersEndpoint } from '#contract/admin-orders.ts'
import type { Query } from '#contract/endpoint.ts'
import { formatPounds } from '#contract/money.ts'
import {
  DIRECTIONS,
  isAfter,
  PAGE_LIMIT,
  readCursor,
  readPenceCursor,
  toPage,
  writeCursor,
} from '#server/db/cursor.ts'
import type { Orders } from '#server/db/database.types.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import type { Db } from '#server/db/db.ts'
import { refundedPence } from '#server/db/left-pence.ts'
import { hasPhoneDigits, searchCondition } from '#server/db/search-condition.ts'
import { CAN_HAND_OVER, NOTHING_TO_HAND_OVER, UNITS_TO_HAND_OVER } from '#server/db/units-to-hand-over.ts'

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
  const tie = isByAmount ? 'id' : SEARCHABLE_ORDERS.tie
  const tieOf = isByAmount ? undefined : numberOf
  const rows = await db.run(sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders where ${searchCondition(search, {
      ...SEARCHABLE_ORDERS,
      first: isUpwards ? 'oldest' : 'newest',
      where: sql`${isInView({ status, fulfilment })} and ${isWithinDays('placed_at', days)} and ${isAfter(after, at, tie, direction, tieOf)}`,
    })} order by ${sql.ref(at)} ${DIRECTIONS[direction]}, ${sql.ref(tie)} ${DIRECTIONS[direction]} limit ${PAGE_LIMIT}`)
  const page = toPage(rows, ({ placedAt, amountPence, id }) =>
    writeCursor({ at: isByAmount ? amountPence : placedAt, id }),
  )
  return { orders: page.page.map(toAdminOrder), cursor: page.cursor }
}

const numberOf = (id: string) => sql`(select number from orders where id = ${id}::uuid)`

/** How orders are searched. */
export const SEARCHABLE_ORDERS = {
  table: 'orders',
  at: 'placed_at',
  // Stripe's times have a resolution of one second.
  tie: 'number',
  numbered: 'order',
  identify: identifyReference,
  hasAddress: (address: string) => sql`email = ${address}`,
  hasPhone: hasPhoneDigits,
} as const

/** Returns the end of a reference, which people read out, as it is in `words`: backwards. */
function identifyReference(search: string): string | undefined {
  return /^\w{4,}$/.test(search) ? `<${search.toLowerCase().split('').toReversed().join('')}` : undefined
}

/** SQL condition: the order has this payment status and this fulfilment. */
export const isInView = ({
  status,
  fulfilment,
}: Pick<Partial<Query<typeof adminOrdersEndpoint>>, 'status' | 'fulfilment'>): RawBuilder<unknown> =>
  sql`${status === undefined ? sql`true` : sql`status = ${status}`} and ${fulfilment === undefined ? sql`true` : hasFulfilment(fulfilment)}`

const hasFulfilment = (
  filter: NonNullable<Query<typeof adminOrdersEndpoint>['fulfilment']>,
): RawBuilder<unknown> =>
  filter === 'handed_over'
    ? sql`fulfilment in ('collected', 'delivered') and status <> 'refunded'`
    : sql`fulfilment = ${filter} and not ${NOTHING_TO_HAND_OVER}`

export const ORDER_COLUMNS = sql`
  orders.id, orders.number, reference, placed_at, status, fulfilment, delivery, first_name, last_name, email, product_name,
  ${UNITS_TO_HAND_OVER} as quantity, amount_pence, ${refundedPence('orders.payment_id')} as refunded_pence,
  ${CAN_HAND_OVER} as can_hand_over, exists (
    select from outbox
    where about = orders.id and template = 'order-ready' and (sent_at is not null or claimed_until is not null)
  ) as buyer_told`

type Column =
  | Exclude<keyof AdminOrder, 'date' | 'amount' | 'refunded' | 'canHandOver' | 'buyerTold'>
  | 'placedAt'
  | 'amountPence'

export interface OrderRow extends Pick<Selectable<Orders>, Column> {
  refundedPence: number
  canHandOver: boolean
  buyerTold: boolean
}

export function toAdminOrder(row: OrderRow): AdminOrder {
  return {
    ...row,
    date: row.placedAt.toISOString(),
    amount: formatPounds(row.amountPence),
    refunded: formatPounds(row.refundedPence),
  }
}
