import type { AdminOrder, adminOrdersEndpoint } from '#contract/admin-orders'
import type { Query } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isAfter, PAGE_LIMIT, toPage, readCursor, writeCursor } from '../db/cursor.ts'
import type { Orders } from '../db/database.types.ts'
import type { Db } from '../db/db.ts'
import { searchCondition } from '../db/search.ts'

/** Returns one page of orders, newest first, and the cursor of the next page. */
export async function listOrders(
  db: Db,
  { search, status, fulfilment, cursor }: Query<typeof adminOrdersEndpoint>,
): Promise<{ orders: AdminOrder[]; cursor: string | undefined }> {
  const after = readCursor(cursor)
  const rows = await db.run(sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders where ${searchCondition(search, {
      table: 'orders',
      numbered: 'order',
      // People quote the end of a reference, so it must match within words too.
      matchesAt: 'anywhere',
      at: 'placed_at',
      hasAddress: (address) => sql`email = ${address}`,
      where: sql`${status === undefined ? sql`true` : sql`status = ${status}`}
      and ${fulfilment === undefined ? sql`true` : hasFulfilment(fulfilment)}
      and ${isAfter(after, 'placed_at', 'id')}`,
    })} order by placed_at desc, id desc limit ${PAGE_LIMIT}`)
  const page = toPage(rows, ({ placedAt, id }) => writeCursor({ at: placedAt, id }))
  return { orders: page.page.map(toAdminOrder), cursor: page.cursor }
}

const hasFulfilment = (
  filter: NonNullable<Query<typeof adminOrdersEndpoint>['fulfilment']>,
): RawBuilder<unknown> =>
  filter === 'handed_over'
    ? sql`fulfilment in ('collected', 'delivered') and status <> 'refunded'`
    : sql`fulfilment = ${filter} and status <> 'refunded'`

export const ORDER_COLUMNS = sql`
  orders.id, orders.number, reference, placed_at, status, fulfilment, delivery, first_name, last_name, email, product_name, quantity,
  amount_pence, coalesce((
    select sum(pence) from refund where refund.payment_id = orders.payment_id and refund.state <> 'failed'
  ), 0)::int as refunded_pence`

type Column = Exclude<keyof AdminOrder, 'date' | 'amount' | 'refunded'> | 'placedAt' | 'amountPence'

export interface OrderRow extends Pick<Selectable<Orders>, Column> {
  refundedPence: number
}

export function toAdminOrder(row: OrderRow): AdminOrder {
  return {
    ...row,
    date: row.placedAt.toISOString(),
    amount: formatPounds(row.amountPence),
    refunded: formatPounds(row.refundedPence),
  }
}
