import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { APIRequestContext } from 'playwright/test'

/** Puts two products on the shelf that nobody else in this run has: six of the first, none of the second. */
export async function addProducts(request: APIRequestContext): Promise<[string, string]> {
  const { databaseUrl } = (await (await request.get('/__local/stack.json')).json()) as { databaseUrl: string }
  const mark = randomUUID().slice(0, 8)
  const names: [string, string] = [`Tuning fork ${mark}`, `Acupressure mat ${mark}`]
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  // The stack keeps its database from run to run, and the shelf would grow with every one.
  await sql.query(
    `update product set archived_at = now() where archived_at is null and created_at < now() - interval '2 minutes'
       and name ~ '^(Tuning fork|Acupressure mat) [0-9a-f]{8}$'`,
  )
  for (const [name, stock] of [
    [names[0], 6],
    [names[1], 0],
  ]) {
    await sql.query(
      `insert into product (id, name, description, price_pence, stock, features, benefits, frequencies, created_at)
       values ($1, $2, 'A steel fork with weighted ends.', 3800, $3, '{"Weighted steel, 18 cm"}',
         '{"A gentle, local vibration"}', '{"128 Hz - Low C, body","Rings long"}', now())`,
      [randomUUID(), name, stock],
    )
  }
  await sql.end()
  return names
}
