import type { Query } from '#contract/base/endpoint.ts'
import type { AdminProduct, adminProductsEndpoint } from '#contract/products/admin-products.ts'
import { PAGE_LIMIT, readCursor, toPage, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/db.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { selectAdminProducts, toAdminProduct } from '#server/products/admin-product.ts'

/** Returns one page of products, newest first, and the cursor of the next page. */
export async function listAdminProducts(
  db: Db,
  { search, cursor }: Query<typeof adminProductsEndpoint>,
): Promise<{ products: AdminProduct[]; next: string | undefined }> {
  const after = readCursor(cursor)
  const rows = await db.run(
    selectAdminProducts()
      .where(searchCondition(search))
      .$if(after !== undefined, (products) =>
        products.where((product) =>
          product.or([
            product('createdAt', '<', after!.at),
            product.and([product('createdAt', '=', after!.at), product('id', '>', after!.id)]),
          ]),
        ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(PAGE_LIMIT),
  )
  const { page, cursor: next } = toPage(rows, ({ createdAt, id }) => writeCursor({ at: createdAt, id }))
  return { products: page.map(toAdminProduct), next }
}
