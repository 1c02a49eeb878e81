import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nextMigrationName } from '#scripts/new-migration.ts'
import { generateDatabaseTypes } from '#scripts/schema/database-types.ts'
import { generateSchemaSql } from '#scripts/schema/schema-sql.ts'
import { startCluster, type Cluster } from '#tests/harness/scratch-postgres.ts'

let cluster: Cluster
let db: Kysely<unknown>

beforeAll(async () => {
  cluster = await startCluster()
  const pool = new Pool({ connectionString: cluster.url('postgres') })
  // The server may stop before its last connection has closed.
  pool.on('error', () => {})
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await sql`
    create table supplier (
      id uuid primary key, supplier_name text not null, rating bigint, since date not null,
      state text not null default 'new' check (state in ('new', 'approved')),
      region text check (region in ('north', 'south')), seen_at timestamptz,
      check (seen_at is null or state = 'approved')
    )`.execute(db)
  await sql`create index supplier_by_name on supplier (supplier_name)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await cluster[Symbol.asyncDispose]()
})

it('generateDatabaseTypes writes unions for listed values, and the types that the driver returns', async () => {
  const types = await generateDatabaseTypes(db)
  const columns = /interface Supplier \{([^}]*)\}/
    .exec(types)?.[1]
    ?.trim()
    .split(/\s*;\s*/)
  expect(columns).toEqual([
    'id: string',
    'rating: string | null',
    'region: "north" | "south" | null',
    'seenAt: Date | null',
    'since: string',
    'state: Generated<"new" | "approved">',
    'supplierName: string',
    '',
  ])
})

it('generateSchemaSql lists columns, constraints and indexes', async () => {
  const schema = await generateSchemaSql(db)
  expect(schema).toContain("  state text default 'new'::text not null,")
  expect(schema).toContain("  CHECK ((state = ANY (ARRAY['new'::text, 'approved'::text])))")
  expect(schema).toContain('CREATE INDEX supplier_by_name ON public.supplier USING btree (supplier_name);')
})

it.each([
  [['0001_a', '0028_b'], 'Add Supplier!', '0029_add_supplier'],
  [[], 'first', '0001_first'],
  [['0001_a'], ' — ', undefined],
])('nextMigrationName after %j of %j is %j', (migrations, title, name) => {
  expect(nextMigrationName(migrations, title)).toBe(name)
})
