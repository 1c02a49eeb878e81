import type { Product } from '#contract/products'
import { formatPounds } from '#contract/money'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

type ProductRow = Omit<Product, 'price' | 'createdAt'> & { pricePence: number; createdAt: Date }

/** Returns the products of the shop, newest first. Reserved units and products not in stock are not for sale. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await db.run(sql<ProductRow>`
    select id, name, description, price_pence, image, category, in_stock and stock > reserved as in_stock,
      in_stock and stock > 0 and stock = reserved as in_checkouts,
      case when in_stock then stock - reserved else 0 end as stock, features, benefits, frequencies, created_at
    from product where archived_at is null order by created_at desc, id`)
  return rows.map(({ pricePence, createdAt, ...product }) => ({
    ...product,
    price: formatPounds(pricePence),
    createdAt: createdAt.toISOString(),
  }))
}
