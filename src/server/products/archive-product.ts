import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
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
    archived: sql`
      with archived as (
        update product set archived_at = ${now}, version = version + 1
        where id = ${id} and archived_at is null
        returning id, stock
      )
      ${recordActivity(
        { at: now, actor, action: 'product_archived', productId: sql`id`, before: { stock: sql`stock` } },
        sql`from archived`,
      )}`,
  })
  if (locked.length === 0) throwNotFound()
}
