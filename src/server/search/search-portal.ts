import { sql } from 'kysely'
import type { Role } from '#contract/base/endpoint.ts'
import { isSearchable } from '#contract/base/listing.ts'
import { SEARCH_ROWS, type SearchResults } from '#contract/search/search.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { SEARCHABLE_ORDERS, selectAdminOrders, toAdminOrder } from '#server/orders/list-orders.ts'
import { selectAdminProducts } from '#server/products/admin-product.ts'
import { SEARCHABLE_CUSTOMERS } from '#server/reports/list-customers.ts'
import { IS_HERE, searchableVouchers, selectFirstVouchers } from '#server/vouchers/desk/list-vouchers.ts'
import { toListedVoucher } from '#server/vouchers/desk/voucher-rows.ts'

/** Returns the newest vouchers, customers, orders and products that a search finds; customers only for owners. */
export async function searchPortal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  search: string | undefined,
  role: Role,
): Promise<SearchResults> {
  if (search === undefined || !isSearchable(search))
    return { vouchers: [], customers: [], orders: [], products: [] }
  const { vouchers, customers, orders, products } = await db.batch({
    vouchers: selectFirstVouchers(sql`${IS_HERE} and ${searchCondition(search, searchableVouchers(role))}`, {
      limit: SEARCH_ROWS,
      now: clock.now(),
    }),
    customers: query
      .selectFrom('customer')
      .select(['id', 'name', 'email'])
      .where(searchCondition(search, SEARCHABLE_CUSTOMERS))
      .where(sql<boolean>`${role} = 'owner'`)
      .orderBy('lastSeen', 'desc')
      .orderBy('id', 'desc')
      .limit(SEARCH_ROWS),
    orders: selectAdminOrders()
      .where(searchCondition(search, SEARCHABLE_ORDERS))
      .orderBy('placedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(SEARCH_ROWS),
    products: selectAdminProducts()
      .where(searchCondition(search))
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(SEARCH_ROWS),
  })
  return {
    vouchers: vouchers.map(toListedVoucher),
    customers,
    orders: orders.map(toAdminOrder),
    products,
  }
}
