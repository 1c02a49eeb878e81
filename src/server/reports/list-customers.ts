import type { Customer, customers } from '#contract/customers'
import type { Query } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import { sql } from 'kysely'
import { PAGE_LIMIT, pageOf, readCursor } from '../db/cursor.ts'
import type { Db, Statement } from '../db/db.ts'
import { contains } from '../db/search.ts'

/** One page of everyone the clinic knows, whoever was there last first, and the cursor of the next. */
export async function listCustomers(
  db: Db,
  { search, cursor }: Query<typeof customers>,
): Promise<{ people: Customer[]; cursor: string | undefined }> {
  const behind = readCursor(cursor)
  const rows = await db.run(
    selectCustomers(sql`
      select * from customer
      where ${search === undefined ? sql`true` : contains('search', search)}
        and ${behind ? sql`(last_seen, id) < (${behind.at}, ${behind.id}::uuid)` : sql`true`}
      order by last_seen desc, id desc limit ${PAGE_LIMIT}`),
  )
  const page = pageOf(rows, ({ lastSeen }) => lastSeen)
  return { people: page.page.map(asCustomer), cursor: page.cursor }
}

export interface CustomerRow extends Omit<Customer, 'lastSeen' | 'spent'> {
  lastSeen: Date
  spentPence: string
}

/** What these few left behind: counted when it is asked for, so that nothing has to be kept true. */
export const selectCustomers = (few: Statement): Statement<CustomerRow> => sql<CustomerRow>`
  with page as materialized (${few})
  select page.id, page.email, page.name, page.last_seen, left_behind.*, ${SPENT} as spent_pence
  from page, lateral (
    select count(*) filter (where kind = 'voucher_bought')::int as vouchers_bought,
      count(*) filter (where kind = 'voucher_received')::int as vouchers_received,
      count(*) filter (where kind = 'order')::int as orders,
      count(*) filter (where kind = 'inquiry')::int as inquiries,
      count(*) filter (where kind = 'message')::int as messages,
      count(*) filter (where kind = 'appointment')::int as appointments
    from customer_trace where customer_trace.email = page.email
  ) left_behind
  order by page.last_seen desc, page.id desc`

const SPENT = sql`(
  select coalesce(sum(amount_pence - lost_pence - coalesce((
    select sum(pence) from refund where refund.payment_id = payment.id and refund.state <> 'failed'
  ), 0)), 0)
  from payment where payment.id in (
    select payment_id from gift_voucher where buyer_email = page.email
    union all select payment_id from orders where orders.email = page.email
  )
) + (
  select coalesce(sum(original_pence + coalesce((
    select sum(pence) from voucher_entry entry where entry.voucher_id = desk.id and entry.kind = 'refund'
  ), 0)), 0)
  from gift_voucher desk where desk.buyer_email = page.email and paid_by in ('cash', 'card')
)`

export const asCustomer = ({ spentPence, ...row }: CustomerRow): Customer => ({
  ...row,
  lastSeen: row.lastSeen.toISOString(),
  spent: formatPounds(Number(spentPence)),
})
