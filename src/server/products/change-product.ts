import type { AdminProduct, changeProductEndpoint } from '#contract/admin-products'
import type { Body } from '#contract/endpoint'
import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import {
  type AdminProductRow,
  toAdminProduct,
  lockProduct,
  throwNotFound,
  selectAdminProduct,
} from './admin-product.ts'
import { enqueueLowStockEmail } from './low-stock.ts'
import {
  contentColumns,
  contentColumnsOf,
  contentJson,
  contentOf,
  changedContent,
} from './product-content.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/**
 * Changes what the owner has written of a product. One that has changed since `version` is left alone, unless it is
 * already as wanted: a repeat after a lost answer is no conflict.
 */
export async function changeProduct(
  { db, clock, random }: Deps,
  id: string,
  wanted: Body<typeof changeProductEndpoint>,
  actor: string,
): Promise<AdminProduct> {
  const change = { id, wanted, actor, mailId: random.uuid(), now: clock.now() }
  const { changed, product } = await db.batch({
    locked: lockProduct(id),
    changed: updateProduct(change),
    product: selectAdminProduct(id),
  })
  const found = product[0] ?? throwNotFound()
  if (changed.length === 0 && !(await hasContent(found, wanted))) throw refusalOf(found, wanted)
  return toAdminProduct(found)
}

interface ProductChange {
  id: string
  wanted: Body<typeof changeProductEndpoint>
  actor: string
  mailId: string
  now: Date
}

/** A number of things that is typed is a count of the shelf, and so is told apart from sales. */
function updateProduct({ id, wanted, actor, mailId, now }: ProductChange): Statement {
  const { version = null, ...form } = wanted
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
    counted as (
      insert into stock_movement (product_id, kind, quantity, actor, at)
      select id, 'count', changed.stock - before.stock, ${actor}, ${now}
      from changed join before using (id) where changed.stock <> before.stock
    ),
    warned as (${enqueueLowStockEmail(
      mailId,
      sql`select id as product_id, before.stock - changed.stock as quantity, ${mailId}::uuid as cause
        from changed join before using (id)`,
      now,
    )})
    insert into activity (at, actor, action, product_id, before, after)
    select ${now}, ${actor}, 'product_changed', id, ${changedContent('before', 'changed')}, ${changedContent('changed', 'before')}
    from changed join before using (id)
    returning product_id`
}

async function hasContent(
  found: AdminProductRow,
  wanted: Body<typeof changeProductEndpoint>,
): Promise<boolean> {
  // Seldom asked; loading it costs every start of the function a millisecond.
  const { isDeepStrictEqual } = await import('node:util')
  const asked = { ...wanted, pricePence: wanted.price, price: undefined, version: undefined }
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(Reflect.get(found, name), value),
  )
}

function refusalOf(
  { version, reserved }: AdminProductRow,
  wanted: Body<typeof changeProductEndpoint>,
): DomainError {
  if (version !== (wanted.version ?? version)) {
    return new DomainError('changed_meanwhile', 'This product has been changed meanwhile.')
  }
  const held = reserved === 1 ? '1 is' : `${reserved} are`
  const sentence = `${held} being paid for just now: stock must be ${reserved} or more`
  return new DomainError('invalid_request', `${sentence}.`, { fields: { stock: sentence } })
}
