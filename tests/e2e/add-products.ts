import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { APIRequestContext } from 'playwright/test'

export interface Added {
  id: string
  name: string
}

/** Puts two products on the shelf that nobody else in this run has: six of the first, none of the second. */
export async function addProducts(request: APIRequestContext): Promise<[string, string]> {
  const fork = await addProduct(request, { kind: 'Tuning fork', stock: 6 })
  const mat = await addProduct(request, { kind: 'Acupressure mat', stock: 0 })
  return [fork.name, mat.name]
}

/** Puts a product on the shelf that nobody else in this run has, at £38.00. */
export async function addProduct(
  request: APIRequestContext,
  { kind = 'Tuning fork', stock = 6 } = {},
): Promise<Added> {
  const added = { id: randomUUID(), name: `${kind} ${randomUUID().slice(0, 8)}` }
  // The stack keeps its database from run to run, and the shelf would grow with every one.
  await query(
    request,
    `update product set archived_at = now() where archived_at is null and created_at < now() - interval '4 minutes'
       and name ~ '^(Tuning fork|Acupressure mat) [0-9a-f]{8}$'`,
  )
  await query(
    request,
    `insert into product (id, name, description, price_pence, stock, features, benefits, frequencies, created_at)
     values ($1, $2, 'A steel fork with weighted ends.', 3800, $3, '{"Weighted steel, 18 cm"}',
       '{"A gentle, local vibration"}', '{"128 Hz - Low C, body","Rings long"}', now())`,
    [added.id, added.name, stock],
  )
  return added
}

/** What is on the shelf of a product, and how much of it is held. */
export async function shelfOf(request: APIRequestContext, { id }: Added): Promise<unknown> {
  const [row] = await query(request, 'select stock, reserved from product where id = $1', [id])
  return row
}

/** Asks the stack's own database, as the owner's portal or another buyer would change it. */
export async function query(request: APIRequestContext, text: string, values: unknown[] = []) {
  const { databaseUrl } = (await (await request.get('/__local/stack.json')).json()) as { databaseUrl: string }
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  try {
    return (await sql.query(text, values)).rows as unknown[]
  } finally {
    await sql.end()
  }
}
