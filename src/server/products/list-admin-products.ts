import type { AdminProduct, adminProductsEndpoint } from '#contract/admin-products'
import type { Query } from '#contract/endpoint'
import { sql } from 'kysely'
import { PAGE_LIMIT, toPage, readCursor } from '../db/cursor.ts'
import type { Db } from '../db/db.ts'
import { contains } from '../db/search.ts'
import { toAdminProduct, selectAdminProducts } from './admin-product.ts'

/** Returns one page of products, newest first, and the cursor of the next page. */
export async function listAdminProducts(
  db: Db,
  { search, cursor }: Query<typeof adminProductsEndpoint>,
): Promise<{ products: AdminProduct[]; next: string | undefined }> {
  const after = readCursor(cursor)
  const rows = await db.run(
    selectAdminProducts(sql`
      ${search === undefined ? sql`true` : contains('search', search)}
      and ${after ? sql`(created_at < ${after.at} or (created_at = ${after.at} and id > ${after.id}))` : sql`true`}
      order by created_at desc, id limit ${PAGE_LIMIT}`),
  )
  const { page, cursor: next } = toPage(rows, ({ createdAt }) => createdAt)
  return { products: page.map(toAdminProduct), next }
}
