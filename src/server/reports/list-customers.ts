import { sql, type InferResult, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Query } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { Customer, customersEndpoint } from '#contract/reports/customers.ts'
import { isAfter, PAGE_LIMIT, readCursor, readTextCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { DB } from '#server/db/database.types.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import { query, type Db } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { COUNTS, PHONE, SPENT } from '#server/reports/customer-figures.ts'

/** Returns one page of customers, last seen first or by name, and the cursor of the next page. */
export async function listCustomers(
  db: Db,
  { search, order, cursor, ...days }: Query<typeof customersEndpoint>,
): Promise<{ people: Customer[]; cursor: string | undefined }> {
  const isByName = search === undefined && order !== 'newest'
  const after = isByName ? readTextCursor(cursor) : readCursor(cursor)
  const at = isByName ? SORTED_NAME : sql<Date>`last_seen`
  const direction = isByName && order === 'a_to_z' ? 'asc' : 'desc'
  const customers = query
    .selectFrom('customer')
    .selectAll()
    .where(isWithinDays('last_seen', days))
    .where(isAfter(after, at, 'id', direction))
    .where(searchCondition(search, SEARCHABLE_CUSTOMERS))
    .orderBy(at, direction)
    .orderBy('customer.id', direction)
    .limit(PAGE_LIMIT)
  const rows = await db.run(
    selectCustomers(customers).orderBy(at, direction).orderBy('customer.id', direction),
  )
  const page = toPage(rows, ({ lastSeen, sortedName, id }) =>
    writeCursor({ at: isByName ? sortedName : lastSeen, id }),
  )
  return { people: page.page.map(toCustomer), cursor: page.cursor }
}

/** SQL expression: the name as it is sorted, or the email address of somebody without one; an index has it. */
const SORTED_NAME = sql<string>`fold_search(coalesce(nullif(name, ''), email))`

/** How customers are searched. */
export const SEARCHABLE_CUSTOMERS = {
  hasAddress: (address: string) => sql<boolean>`email = ${address}`,
  hasPhone: (phone: RawBuilder<unknown>) => sql`email = any(array(
    select email from orders where words @@ ${phone}
    union all select email from contact_message where words @@ ${phone}
    union all select email from appointment where words @@ ${phone}
    union all select email from product_inquiry where words @@ ${phone}))`,
}

/** Selects the given customers with their counts and totals. */
export const selectCustomers = (few: SelectQueryBuilder<DB, 'customer', Selectable<DB['customer']>>) =>
  query
    .with((cte) => cte('few').materialized(), few)
    .selectFrom('few as customer')
    .innerJoinLateral(COUNTS, (join) => join.onTrue())
    .select(['customer.id', 'customer.email', 'name', 'lastSeen', SORTED_NAME.as('sortedName')])
    .select([PHONE.as('phone'), SPENT.as('spentPence')])
    .selectAll('leftBehind')

type CustomerRow = InferResult<ReturnType<typeof selectCustomers>>[number]

export const toCustomer = ({ spentPence, ...row }: CustomerRow): Customer => ({
  ...row,
  lastSeen: row.lastSeen.toISOString(),
  spent: formatPounds(Number(spentPence)),
})
