import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { ensureDatabase } from '#local/postgres/databases.ts'
import { migrate } from '#scripts/migrate.ts'

/** Creates a database with so many vouchers, and so many orders and as many requests. */
export async function fillDatabase(url: string, vouchers: number, orders: number): Promise<void> {
  await ensureDatabase(url)
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // The fill writes what triggers would write.
    await client.query(`set session_replication_role = replica`)
    await client.query(`create temp table amount as select ${vouchers} as vouchers, ${orders} as orders`)
    const indexes = await dropIndexes(client)
    await client.query(await readFile(join(import.meta.dirname, 'fill.sql'), 'utf8'))
    for (const index of indexes) await client.query(index)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Drops the indexes, which are faster to build after the rows. Returns the statements that create them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
