import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureFunctionsRole } from '#local/postgres/functions-role.ts'
import { createTemplate } from '#local/postgres/template.ts'
import { migrate } from '#scripts/migrate.ts'
import { startCluster, type Cluster } from '#tests/harness/scratch-postgres.ts'

let cluster: Cluster
let folder: string
let url: string
let count = 0

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster[Symbol.asyncDispose]())
beforeEach(async () => {
  count += 1
  folder = join(cluster.dir, '..', `migrations-${count}`)
  url = cluster.url(`migrated_${count}`)
  await mkdir(folder)
  await createTemplate(url, async () => {})
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)

async function ask(query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

test('migrate applies the files once, in the order of their names', async () => {
  await write('0002_more.sql', `insert into clinic values ('a'); insert into clinic values ('$1; -- é')`)
  await write('0001_first.sql', 'create table clinic (name text); create index on clinic (name);')
  await write('README.md', 'no migration')
  expect(await migrate(url, folder)).toEqual(['0001_first', '0002_more'])
  expect(await migrate(url, folder)).toEqual([])
  expect(await ask('select name from clinic order by name')).toEqual([{ name: '$1; -- é' }, { name: 'a' }])
  await write('0003_last.sql', 'drop table clinic')
  expect(await migrate(url, folder)).toEqual(['0003_last'])
})

test('a migration may alter a table whose rows an earlier one of the same run has changed', async () => {
  await write(
    '0001_first.sql',
    `create table clinic (name text); insert into clinic values ('a');
     create function pass() returns trigger language plpgsql as 'begin return null; end';
     create constraint trigger checked after update on clinic deferrable initially deferred for each row execute function pass()`,
  )
  await write('0002_change.sql', `update clinic set name = 'b'`)
  await write('0003_alter.sql', 'alter table clinic add column city text')
  expect(await migrate(url, folder)).toHaveLength(3)
})

test('two parallel migrations apply each file once', async () => {
  await write('0001_first.sql', 'create table clinic (name text)')
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)])
  expect(applied.flat()).toEqual(['0001_first'])
})

test('a migration that fails is named and rolled back', async () => {
  await write('0001_first.sql', 'create table clinic (name text)')
  await write('0002_bad.sql', 'insert into clinic values (1); select nonsense')
  await expect(migrate(url, folder)).rejects.toThrow(
    'Migration 0002_bad failed, nothing was changed: column "nonsense" does not exist',
  )
  expect(await ask(`select to_regclass('clinic') as clinic`)).toEqual([{ clinic: null }])
  await write('0002_bad.sql', `insert into clinic values ('good')`)
  expect(await migrate(url, folder)).toEqual(['0001_first', '0002_bad'])
})

test('migrate gives the role of the functions its rights once the role is there, and takes back what was added', async () => {
  const rights = () =>
    ask(
      `select has_table_privilege('clinic_functions', 'orders', 'update') as orders,
         has_table_privilege('clinic_functions', 'voucher_entry', 'update') as ledger`,
    )
  expect(await migrate(url)).not.toEqual([])
  await ensureFunctionsRole(url)
  expect(await rights()).toEqual([{ orders: false, ledger: false }])
  expect(await migrate(url)).toEqual([])
  expect(await rights()).toEqual([{ orders: true, ledger: false }])
  await ask('grant update on voucher_entry to clinic_functions')
  await Promise.all([migrate(url), migrate(url)])
  expect(await rights()).toEqual([{ orders: true, ledger: false }])
})

const run = (directUrl: string) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, '../../../scripts/migrate.ts')], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL_UNPOOLED: directUrl },
  })

test.each([
  ['', 'is not set'],
  ['no address', 'is not an address'],
])(
  'npm run migrate with DATABASE_URL_UNPOOLED = "%s" says that it %s and what to do, and passes',
  (directUrl, problem) => {
    const { status, stdout, stderr } = run(directUrl)
    expect(stdout).toMatch(
      new RegExp(`^DATABASE_URL_UNPOOLED ${problem}, so no migration was applied: copy it .*\\.\n$`),
    )
    expect([status, stderr]).toEqual([0, ''])
  },
)

test('npm run migrate refuses a database of another version and changes nothing', async () => {
  await write('0000_before.sql', 'create table clinic (name text)')
  await write('0000_later.sql', 'create table more (name text)')
  await migrate(url, folder)
  const { status, stderr } = run(url)
  expect([status, stderr.trim()]).toEqual([
    1,
    'Nothing was changed: the database belongs to another version, with migrations that this one lacks (0000_before and 1 more). Use an empty database, or that version.',
  ])
  expect(await ask('select name from kysely_migration order by name')).toHaveLength(2)
  expect(await ask(`select to_regclass('payment') as payment`)).toEqual([{ payment: null }])
})

test('npm run migrate fails if the database is out of reach', () => {
  expect(run('postgres://postgres@localhost:1/clinic').status).toBe(1)
})
