import type { AdminProduct } from '#contract/admin-products'
import { formatPounds } from '#contract/money'
import { type RawBuilder, sql } from 'kysely'
import { type Db, query, type Statement } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'

export type AdminProductRow = Omit<AdminProduct, 'price' | 'createdAt'> & {
  pricePence: number
  createdAt: Date
}

/** Selects the products that are not archived and meet the condition, with the owner's columns. */
export const selectAdminProducts = (
  condition: RawBuilder<unknown>,
): Statement<AdminProductRow> => sql<AdminProductRow>`
  select id, name, description, price_pence, image, category, in_stock, stock, reserved, low_stock, features, benefits,
    frequencies, version, created_at
  from product where archived_at is null and ${condition}`

export const selectAdminProduct = (id: string) => selectAdminProducts(sql`id = ${id}`)

export const toAdminProduct = ({ pricePence, createdAt, ...product }: AdminProductRow): AdminProduct => ({
  ...product,
  price: formatPounds(pricePence),
  createdAt: createdAt.toISOString(),
})

export async function getAdminProduct(db: Db, id: string): Promise<AdminProduct> {
  const [row] = await db.run(selectAdminProduct(id))
  return toAdminProduct(row ?? throwNotFound())
}

export function throwNotFound(): never {
  throw new DomainError('not_found', 'This product is no longer in the shop.')
}

/** Locks the product, so that later statements of the batch see concurrent changes. */
export const lockProduct = (id: string) =>
  query.selectFrom('product').select('id').where('id', '=', id).forNoKeyUpdate()
