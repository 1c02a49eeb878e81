import { sql } from 'kysely'
import type { Customer, customersEndpoint } from '#contract/customers.ts'
import type { Query } from '#contract/endpoint.ts'
import { formatPounds } from '#contract/money.ts'
import {
  DIRECTIONS,
  isAfter,
  PAGE_LIMIT,
  readCursor,
  readTextCursor,
  toPage,
  writeCursor,
} from '#server/db/cursor.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import type { Db, Statement } from '#server/db/db.ts'
import { hasPhoneDigits, searchCondition } from '#server/db/search-condition.ts'
import { COUNTS, PHONE, SPENT } from '#server/reports/customer-figures.ts'

/** Returns one page of customers, last seen first or by name, and the cursor of the next page. */
export async function listCustomers(
  db: Db,
  { search, order, cursor, ...days }: Query<typeof customersEndpoint>,
): Promise<{ people: Customer[]; cursor: string | undefined }> {
  const isByName = search === undefined && order !== 'newest'
  const after = isByName ? readTextCursor(cursor) : readCursor(cursor)
  const at = isByName ? SORTED_NAME : sql`last_seen`
  const direction = isByName && order === 'a_to_z' ? 'asc' : 'desc'
  const orderBy = sql`order by ${at} ${DIRECTIONS[direction]}, customer.id ${DIRECTIONS[direction]}`
  const rows = await db.run(
    selectCustomers(
      sql`
      select * from customer where ${searchCondition(search, {
        ...SEARCHABLE_CUSTOMERS,
        where: sql`${isWithinDays('last_seen', days)} and ${isAfter(after, at, 'id', direction)}`,
      })} ${orderBy} limit ${PAGE_LIMIT}`,
      orderBy,
    ),
  )
  const page = toPage(rows, ({ lastSeen, sortedName, id }) =>
    writeCursor({ at: isByName ? sortedName : lastSeen, id }),
  )
  return { people: page.page.map(toCustomer), cursor: page.cursor }
}

/** SQL expression: the name as it is sorted, or the email address of somebody without one; an index has it. */
const SORTED_NAME = sql`fold_search(coalesce(nullif(name, ''), email))`

/** How customers are searched. */
export const SEARCHABLE_CUSTOMERS = {
  table: 'customer',
  at: 'last_seen',
  hasAddress: (address: string) => sql`email = ${address}`,
  hasPhone: (digits: string) => sql`email = any(array(
    select email from orders where ${hasPhoneDigits(digits)}
    union all select email from contact_message where ${hasPhoneDigits(digits)}
    union all select email from appointment where ${hasPhoneDigits(digits)}
    union all select email from product_inquiry where ${hasPhoneDigits(digits)}))`,
} as const

export interface CustomerRow extends Omit<Customer, 'lastSeen' | 'spent'> {
  lastSeen: Date
  sortedName: string
  spentPence: string
}

/** Selects the given customers with their counts and totals. */
export const selectCustomers = (
  few: Statement,
  orderBy = sql`order by last_seen desc, customer.id desc`,
): Statement<CustomerRow> => sql<CustomerRow>`
  with few as materialized (${few})
  select customer.id, customer.email, customer.name, ${PHONE} as phone, last_seen, ${SORTED_NAME} as sorted_name,
    left_behind.*, ${SPENT} as spent_pence
  from few as customer, ${COUNTS} left_behind ${orderBy}`

export const toCustomer = ({ spentPence, ...row }: CustomerRow): Customer => ({
  ...row,
  lastSeen: row.lastSeen.toISOString(),
  spent: formatPounds(Number(spentPence)),
})
