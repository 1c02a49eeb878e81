import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { AdminProduct, restockProductEndpoint } from '#contract/products/admin-products.ts'
import { STOCK_MAX } from '#contract/products/product-form.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import {
  lockProduct,
  selectAdminProduct,
  throwNotFound,
  toAdminProduct,
} from '#server/products/admin-product.ts'

/** Adds units to the stock, independent of concurrent sales and changes, once per request id. */
export async function restockProduct(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  id: string,
  { quantity, requestId = random.uuid() }: Body<typeof restockProductEndpoint>,
  actor: string,
): Promise<AdminProduct> {
  const now = clock.now()
  const restockId = random.uuid()
  const idempotency = idempotent<object>(
    { endpoint: 'restockProduct', target: id, requestId, body: quantity },
    now,
  )
  const { stored, product } = await db.batch({
    ...idempotency.begin,
    locked: lockProduct(id),
    restocked: insertRestock({ id, restockId, quantity, actor, now, isFirst: idempotency.isFirst }),
    ...idempotency.end(sql`select '{}'::jsonb as answer from stock_movement where restock_id = ${restockId}`),
    product: selectAdminProduct(id),
  })
  const row = product[0] ?? throwNotFound()
  if (!idempotency.read(stored)) {
    const sentence = `There are already ${row.stock} on the shelf, so please enter at most ${STOCK_MAX - row.stock}`
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { quantity: sentence } })
  }
  return toAdminProduct(row)
}

interface Restock {
  id: string
  restockId: string
  quantity: number
  actor: string
  now: Date
  isFirst: RawBuilder<boolean>
}

const insertRestock = ({ id, restockId, quantity, actor, now, isFirst }: Restock): Statement => sql`
  with shelved as (
    update product set stock = stock + ${quantity}::int, version = version + 1
    where id = ${id} and archived_at is null and stock + ${quantity}::int <= ${STOCK_MAX}::int and ${isFirst}
    returning id, stock
  ),
  moved as (${insertRows(
    'stockMovement',
    { productId: sql`id`, restockId, kind: 'restock', quantity: sql`${quantity}::int`, actor, at: now },
    sql`from shelved`,
  )})
  ${recordActivity(
    {
      at: now,
      actor,
      action: 'product_restocked',
      productId: sql`id`,
      before: { stock: sql`stock - ${quantity}::int` },
      after: { stock: sql`stock` },
    },
    sql`from shelved`,
  )}`
