import type { AdminProduct } from '#contract/admin-products'
import { formatPounds } from '#contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Statement } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'

export type AdminProductRow = Omit<AdminProduct, 'price' | 'createdAt'> & {
  pricePence: number
  createdAt: Date
}

/** Products as the owner sees them: all that has not been deleted and fits. */
export const selectAdminProducts = (
  fits: RawBuilder<unknown>,
): Statement<AdminProductRow> => sql<AdminProductRow>`
  select id, name, description, price_pence, image, category, in_stock, stock, reserved, low_stock, features, benefits,
    frequencies, version, created_at
  from product where archived_at is null and ${fits}`

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

/** Waits for whoever is changing the product: what follows in the batch sees what they did. */
export const lockProduct = (id: string): Statement =>
  sql`select id from product where id = ${id} for no key update`
