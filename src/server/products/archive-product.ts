import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { lockProduct, throwNotFound } from '#server/products/admin-product.ts'

/** Archives a product, once. Its orders keep it, and reserved units can still be paid. */
export async function archiveProduct(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  actor: string,
): Promise<void> {
  const now = clock.now()
  const { locked } = await db.batch({
    locked: lockProduct(id),
    archived: recordActivity(
      (product) => ({
        at: now,
        actor,
        action: 'product_archived',
        productId: product.ref('id'),
        before: { stock: product.ref('stock') },
      }),
      query
        .updateTable('product')
        .set((product) => ({ archivedAt: now, version: product('version', '+', 1) }))
        .where('id', '=', id)
        .where('archivedAt', 'is', null)
        .returning(['id', 'stock']),
    ),
  })
  if (locked.length === 0) throwNotFound()
}
