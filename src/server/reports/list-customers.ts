import { sql } from 'kysely'
import type { Customer, customersEndpoint } from '#contract/customers.ts'
import type { Query } from '#contract/endpoint.ts'
import { formatPounds } from '#contract/money.ts'
import { isAfter, PAGE_LIMIT, readCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { Db, Statement } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { COUNTS, PHONE, SPENT } from '#server/reports/customer-figures.ts'

/** Returns one page of customers, most recently active first, and the cursor of the next page. */
export async function listCustomers(
  db: Db,
  { search, cursor }: Query<typeof customersEndpoint>,
): Promise<{ people: Customer[]; cursor: string | undefined }> {
  const after = readCursor(cursor)
  const rows = await db.run(
    selectCustomers(sql`
      select * from customer where ${searchCondition(search, {
        ...SEARCHABLE_CUSTOMERS,
        where: isAfter(after, 'last_seen', 'id'),
      })} order by last_seen desc, id desc limit ${PAGE_LIMIT}`),
  )
  const page = toPage(rows, ({ lastSeen, id }) => writeCursor({ at: lastSeen, id: id ?? '' }))
  return { people: page.page.map(toCustomer), cursor: page.cursor }
}

/** How customers are searched. */
export const SEARCHABLE_CUSTOMERS = {
  table: 'customer',
  at: 'last_seen',
  hasAddress: (address: string) => sql`email = ${address}`,
  hasPhone: (pattern: string) => sql`email = any(array(
    select email from orders where phone_digits(phone) like ${pattern}
    union all select email from contact_message where phone_digits(phone) like ${pattern}
    union all select email from appointment where phone_digits(phone) like ${pattern}
    union all select email from product_inquiry where phone_digits(phone) like ${pattern}))`,
} as const

export interface CustomerRow extends Omit<Customer, 'lastSeen' | 'spent'> {
  lastSeen: Date
  spentPence: string
}

/** Selects the given customers with their counts and totals. */
export const selectCustomers = (few: Statement): Statement<CustomerRow> => sql<CustomerRow>`
  with few as materialized (${few})
  select customer.id, customer.email, customer.name, ${PHONE} as phone, last_seen, left_behind.*, ${SPENT} as spent_pence
  from few as customer, ${COUNTS} left_behind
  order by last_seen desc, customer.id desc`

export const toCustomer = ({ spentPence, ...row }: CustomerRow): Customer => ({
  ...row,
  lastSeen: row.lastSeen.toISOString(),
  spent: formatPounds(Number(spentPence)),
})
