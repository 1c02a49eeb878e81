import { clinic } from '#content/clinic'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

/**
 * Tells the clinic, once for each time that stock falls to its threshold, whatever took it. `taken` answers product_id,
 * quantity and a cause of its own, and is asked before the stock is changed.
 */
export const enqueueLowStockEmail = (mailId: string, taken: Statement, now: Date): Statement => sql`
  insert into outbox (id, key, template, recipient, data, created_at, due_at)
  select ${mailId}, 'low-stock:' || cause, 'low-stock', ${clinic.email},
    jsonb_build_object('product', product.name, 'left', product.stock - quantity), ${now}::timestamptz, ${now}::timestamptz
  from (${taken}) taken join product on product.id = product_id
  where product.stock > product.low_stock and product.stock - quantity <= product.low_stock`
