import { clinic } from '#content/clinic'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

/**
 * Enqueues an email to the clinic each time that stock falls to its threshold. `taken` selects product_id, quantity
 * and a unique cause. Runs before the statement that changes the stock.
 */
export const enqueueLowStockEmail = (emailId: string, taken: Statement, now: Date): Statement => sql`
  insert into outbox (id, key, template, recipient, data, created_at, due_at)
  select ${emailId}, 'low-stock:' || cause, 'low-stock', ${clinic.email},
    jsonb_build_object('product', product.name, 'left', product.stock - quantity), ${now}::timestamptz, ${now}::timestamptz
  from (${taken}) taken join product on product.id = product_id
  where product.stock > product.low_stock and product.stock - quantity <= product.low_stock`
