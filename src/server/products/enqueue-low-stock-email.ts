import { sql, type Expression } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Statement } from '#server/db/db.ts'
import { enqueueEmail } from '#server/email/outbox.ts'

interface Taken {
  productId: string
  quantity: number
  /** Unique. */
  cause: string
}

/**
 * Enqueues an email to the clinic each time that stock falls to its threshold. Runs before the statement that changes the stock.
 */
export const enqueueLowStockEmail = (taken: Expression<Taken>, now: Date): Statement =>
  enqueueEmail(
    {
      key: sql`'low-stock:' || cause`,
      template: 'low-stock',
      recipient: clinic.email,
      data: { product: sql`product.name`, left: sql`product.stock - quantity` },
      at: now,
    },
    sql`
      from ${taken} taken join product on product.id = product_id
      where product.stock > product.low_stock and product.stock - quantity <= product.low_stock`,
  )
