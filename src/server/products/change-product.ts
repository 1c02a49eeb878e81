import { sql } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { AdminProduct, changeProductEndpoint } from '#contract/products/admin-products.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import {
  lockProduct,
  selectAdminProduct,
  throwNotFound,
  toAdminProduct,
  type AdminProductRow,
} from '#server/products/admin-product.ts'
import { enqueueLowStockEmail } from '#server/products/enqueue-low-stock-email.ts'
import {
  changedContent,
  contentColumns,
  contentColumnsOf,
  contentJson,
  contentOf,
} from '#server/products/product-content.ts'

/**
 * Changes a product's content. Throws `changed_meanwhile` if it has changed since `version`, unless it already has
 * the new content: a repeat after a lost response is not a conflict.
 */
export async function changeProduct(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  input: Body<typeof changeProductEndpoint>,
  actor: string,
): Promise<AdminProduct> {
  const change = { id, input, actor, now: clock.now() }
  const { changed, product } = await db.batch({
    locked: lockProduct(id),
    changed: updateProduct(change),
    product: selectAdminProduct(id),
  })
  const row = product[0] ?? throwNotFound()
  if (changed.length === 0 && !(await hasContent(row, input))) throw refusalOf(row, input)
  return toAdminProduct(row)
}

interface ProductChange {
  id: string
  input: Body<typeof changeProductEndpoint>
  actor: string
  now: Date
}

/** A new stock value is recorded as a count, so that it differs from sales in the stock movements. */
function updateProduct({ id, input, actor, now }: ProductChange): Statement {
  const { version = null, ...form } = input
  return sql`
    with before as (select * from product where id = ${id}),
    wanted as (
      select wanted.* from product, jsonb_populate_record(product, ${JSON.stringify(contentOf(form))}::jsonb) wanted
      where product.id = ${id}
    ),
    changed as (
      update product set (${contentColumns}) = (select ${contentColumnsOf('wanted')}), version = product.version + 1
      from wanted
      where product.id = wanted.id and product.archived_at is null
        and product.version = coalesce(${version}::int, product.version)
        and wanted.stock >= product.reserved and ${contentJson('product')} <> ${contentJson('wanted')}
      returning product.*
    ),
    counted as (${insertRows(
      'stockMovement',
      { productId: sql`id`, kind: 'count', quantity: sql`changed.stock - before.stock`, actor, at: now },
      sql`from changed join before using (id) where changed.stock <> before.stock`,
    )}),
    warned as (${enqueueLowStockEmail(
      sql`(select id as product_id, before.stock - changed.stock as quantity, gen_random_uuid() as cause
        from changed join before using (id))`,
      now,
    )})
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'product_changed',
        productId: sql`id`,
        before: changedContent('before', 'changed'),
        after: changedContent('changed', 'before'),
      },
      sql`from changed join before using (id)`,
    ).returning('productId')}`
}

async function hasContent(row: AdminProductRow, input: Body<typeof changeProductEndpoint>): Promise<boolean> {
  // Loaded on demand: rarely needed, and it adds 1 ms to each cold start.
  const { isDeepStrictEqual } = await import('node:util')
  const expected = { ...input, pricePence: input.price, price: undefined, version: undefined }
  return Object.entries(expected).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(Reflect.get(row, name), value),
  )
}

function refusalOf(
  { version, reserved }: AdminProductRow,
  input: Body<typeof changeProductEndpoint>,
): DomainError {
  if (version !== (input.version ?? version)) {
    return new DomainError('changed_meanwhile', 'This product has just been changed somewhere else.')
  }
  const subject = reserved === 1 ? '1 of these is' : `${reserved} of these are`
  const sentence = `${subject} being bought at the moment, so the stock cannot be less than ${reserved}`
  return new DomainError('invalid_request', `${sentence}.`, { fields: { stock: sentence } })
}
