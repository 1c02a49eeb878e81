import type { Customer } from '#contract/customers'
import { SEARCH_ROWS, type SearchResults } from '#contract/search'
import { sql } from 'kysely'
import { matches, searchCondition } from '../db/search-condition.ts'
import type { Services } from '../clients/services.ts'
import { ORDER_COLUMNS, type OrderRow, SEARCHABLE_ORDERS, toAdminOrder } from '../orders/list-orders.ts'
import { selectAdminProducts } from '../products/admin-product.ts'
import { SEARCHABLE_VOUCHERS } from '../vouchers/list-vouchers.ts'
import { selectVouchers, toAdminVoucher, type VoucherRow } from '../vouchers/voucher-rows.ts'
import { SEARCHABLE_CUSTOMERS } from '../reports/list-customers.ts'

/** Returns the newest vouchers, customers, orders and products that a search finds. */
export async function searchPortal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  search: string | undefined,
): Promise<SearchResults> {
  if (search === undefined) return { vouchers: [], customers: [], orders: [], products: [] }
  const few = { where: sql`true`, limit: SEARCH_ROWS }
  const { vouchers, customers, orders, products } = await db.batch({
    vouchers: sql<VoucherRow>`
      ${selectVouchers(clock.now())} where ${searchCondition(search, { ...SEARCHABLE_VOUCHERS, ...few })}
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
    vouchers: vouchers.map((row) => ({ ...toAdminVoucher(row), codeEnd: row.code.slice(-4) })),
    customers,
    orders: orders.map(toAdminOrder),
    products,
  }
}
