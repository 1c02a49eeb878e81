import type { InferResult } from 'kysely'
import { formatPounds } from '#contract/base/money.ts'
import type { AdminProduct } from '#contract/products/admin-products.ts'
import { query, type Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'

export type AdminProductRow = InferResult<ReturnType<typeof selectAdminProducts>>[number]

/** Selects the products that are not archived, with the owner's columns. */
export const selectAdminProducts = () =>
  query
    .selectFrom('product')
    .select(['id', 'name', 'description', 'pricePence', 'image', 'category', 'features', 'benefits'])
    .select(['frequencies', 'inStock', 'stock', 'reserved', 'lowStock', 'version', 'createdAt'])
    .where('archivedAt', 'is', null)

export const selectAdminProduct = (id: string) => selectAdminProducts().where('id', '=', id)

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
