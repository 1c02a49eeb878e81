import { sql } from 'kysely'
import type { Customer } from '#contract/customers.ts'
import { SEARCH_ROWS, type SearchResults } from '#contract/search.ts'
import type { Services } from '#server/clients/services.ts'
import { matches, searchCondition } from '#server/db/search-condition.ts'
import { ORDER_COLUMNS, SEARCHABLE_ORDERS, toAdminOrder, type OrderRow } from '#server/orders/list-orders.ts'
import { selectAdminProducts } from '#server/products/admin-product.ts'
import { SEARCHABLE_CUSTOMERS } from '#server/reports/list-customers.ts'
import { IS_HERE, SEARCHABLE_VOUCHERS } from '#server/vouchers/list-vouchers.ts'
import { selectVouchers, toListedVoucher, type VoucherRow } from '#server/vouchers/voucher-rows.ts'

/** Returns the newest vouchers, customers, orders and products that a search finds. */
export async function searchPortal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  search: string | undefined,
): Promise<SearchResults> {
  if (search === undefined) return { vouchers: [], customers: [], orders: [], products: [] }
  const few = { where: sql`true`, limit: SEARCH_ROWS }
  const { vouchers, customers, orders, products } = await db.batch({
    vouchers: sql<VoucherRow>`
      ${selectVouchers(clock.now())} where ${searchCondition(search, { ...SEARCHABLE_VOUCHERS, ...few, and: IS_HERE })}
      order by issued_at desc, voucher.id desc limit ${SEARCH_ROWS}`,
    customers: sql<Pick<Customer, 'id' | 'name' | 'email'>>`
      select id, name, email from customer where ${searchCondition(search, { ...SEARCHABLE_CUSTOMERS, ...few })}
      order by last_seen desc, id desc limit ${SEARCH_ROWS}`,
    orders: sql<OrderRow>`
      select ${ORDER_COLUMNS} from orders where ${searchCondition(search, { ...SEARCHABLE_ORDERS, ...few })}
      order by placed_at desc, id desc limit ${SEARCH_ROWS}`,
    products: selectAdminProducts()
      .where(matches(search))
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
