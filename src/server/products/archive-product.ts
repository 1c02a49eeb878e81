import { sql } from 'kysely'
import type { Services } from '../clients/services.ts'
import { lockProduct, throwNotFound } from './admin-product.ts'

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
      insert into activity (at, actor, action, product_id, before)
      select ${now}, ${actor}, 'product_archived', id, jsonb_build_object('stock', stock) from archived`,
  })
  if (locked.length === 0) throwNotFound()
}
