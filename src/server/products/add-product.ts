import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { addProductEndpoint, AdminProduct } from '#contract/products/admin-products.ts'
import { DEFAULT_CATEGORY } from '#contract/products/product-form.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { getAdminProduct } from '#server/products/admin-product.ts'
import { contentColumns, contentJson, contentOf } from '#server/products/product-content.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Values of fields that the form leaves out. */
const DEFAULTS = {
  image: '',
  features: [],
  frequencies: [],
  benefits: [],
  category: DEFAULT_CATEGORY,
  inStock: true,
  lowStock: 0,
}

/** Adds a product to the shop, once per request id. */
export async function addProduct(
  { db, clock, random }: Deps,
  { requestId = random.uuid(), ...form }: Body<typeof addProductEndpoint>,
  actor: string,
): Promise<AdminProduct> {
  const id = random.uuid()
  const now = clock.now()
  const idempotency = idempotent<{ id: string }>({ endpoint: 'addProduct', requestId, body: form }, now)
  const content = JSON.stringify(contentOf({ ...DEFAULTS, ...form }))
  const { stored } = await db.batch({
    ...idempotency.begin,
    added: insertProduct({ id, content, actor, now, isFirst: idempotency.isFirst }),
    ...idempotency.end(sql`select jsonb_build_object('id', id) as answer from product where id = ${id}`),
  })
  return await getAdminProduct(db, idempotency.read(stored)?.id ?? id)
}

interface NewProduct {
  id: string
  content: string
  actor: string
  now: Date
  isFirst: RawBuilder<boolean>
}

/** The initial stock is recorded as a count. */
const insertProduct = ({ id, content, actor, now, isFirst }: NewProduct): Statement => sql`
  with added as (
    insert into product (id, created_at, ${contentColumns})
    select ${id}::uuid, ${now}::timestamptz, ${contentColumns}
    from jsonb_populate_record(null::product, ${content}::jsonb) where ${isFirst}
    returning *
  ),
  counted as (${insertRows(
    'stockMovement',
    { productId: sql`id`, kind: 'count', quantity: sql`stock`, actor, at: now },
    sql`from added where stock > 0`,
  )})
  ${recordActivity(
    { at: now, actor, action: 'product_added', productId: sql`id`, after: contentJson('added') },
    sql`from added`,
  )}`
