import { sql } from 'kysely'
import type { PackedOrder } from '#contract/orders/admin-orders.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { selectAdminOrders, toAdminOrder } from '#server/orders/list-orders.ts'

/**
 * Returns what the packing slips of these orders need, by product, as they are picked from the shelf. Records it, because
 * they hold names and addresses.
 */
export async function listPackingSlips(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: string[],
  actor: string,
): Promise<PackedOrder[]> {
  const isPacked = sql<boolean>`id = any(${ids}::uuid[])`
  const { orders } = await db.batch({
    recorded: recordActivity(
      { at: clock.now(), actor, action: 'packing_slips_opened', after: { count: sql`packed.count` } },
      sql`from (select count(*)::int as count from orders where ${isPacked}) packed where packed.count > 0`,
    ),
    orders: selectAdminOrders()
      .select('phone')
      .select(sql<PackedOrder['shippingAddress']>`nullif(shipping_address, '{}')`.as('shippingAddress'))
      .where(isPacked)
      .orderBy('productName')
      .orderBy('placedAt')
      .orderBy('id'),
  })
  return orders.map((row) => ({ ...row, ...toAdminOrder(row) }))
}
