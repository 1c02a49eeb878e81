import type { Run } from './run.ts'
import { PRICE, PRODUCT } from './purchase.ts'

/** A product of which there are so many, as the owner has put it in. */
export async function stockUp({ rows, timeline }: Run, stock: number): Promise<void> {
  await rows(
    `with added as (
       insert into product (id, name, description, price_pence, stock, low_stock, created_at)
       values ($1, 'Acupressure mat', 'A firm cotton mat.', $2, $3, 1, $4)
     ),
     counted as (
       insert into stock_movement (product_id, kind, quantity, actor, at) values ($1, 'count', $3, 'owner', $4)
     )
     insert into activity (at, actor, action, product_id) values ($4, 'owner', 'product_added', $1)`,
    [PRODUCT, PRICE, stock, new Date(timeline.now)],
  )
}
