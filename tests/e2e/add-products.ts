import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import { queryStack } from '#tests/e2e/query-stack.ts'

export interface Added {
  id: string
  name: string
}

/** Adds two products that are unique in this run: six of the first in stock, none of the second. */
export async function addProducts(request: APIRequestContext): Promise<[string, string]> {
  const fork = await addUniqueProduct(request, { kind: 'Tuning fork', stock: 6 })
  const mat = await addUniqueProduct(request, { kind: 'Acupressure mat', stock: 0 })
  return [fork.name, mat.name]
}

/** Adds a product that is unique in this run, at £38.00. */
export async function addUniqueProduct(
  request: APIRequestContext,
  { kind = 'Tuning fork', stock = 6, image = '' } = {},
): Promise<Added> {
  const added = { id: randomUUID(), name: `${kind} ${randomUUID().slice(0, 8)}` }
  // The stack keeps its database between runs: without this, the product list would grow.
  await queryStack(
    request,
    `update product set archived_at = now() where archived_at is null and created_at < now() - interval '2 minutes'
       and name ~ '^(Tuning fork|Acupressure mat) [0-9a-f]{8}$'`,
  )
  await queryStack(
    request,
    `insert into product (id, name, description, price_pence, stock, image, features, benefits, frequencies, created_at)
     values ($1, $2, 'A steel fork with weighted ends.', 3800, $3, $4, '{"Weighted steel, 18 cm"}',
       '{"A gentle, local vibration"}', '{"128 Hz - Low C, body","Rings long"}', now())`,
    [added.id, added.name, stock, image],
  )
  return added
}

/** Returns a product's stock and reservations. */
export async function readStock(request: APIRequestContext, { id }: Added): Promise<unknown> {
  const [row] = await queryStack(request, 'select stock, reserved from product where id = $1', [id])
  return row
}
