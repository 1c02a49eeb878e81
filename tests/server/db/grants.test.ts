import { beforeAll, describe, expect, it } from 'vitest'
import { KEPT_FOR } from '#clinic/kept-data.ts'
import { asFunctionsRole } from '#local/postgres/functions-role.ts'
import { migrate } from '#scripts/migrate.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { openRows, type World } from '#tests/harness/start-world.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

let rows: World['rows']

beforeAll(async () => {
  // A copy of a template has no rights of its own on the database itself.
  await migrate(world.databaseUrl)
  const settled = await settlePayment(world.services, (await buy(world)).intentId)
  expect(settled.outcome).toBe('fulfilled')
  const role = openRows(asFunctionsRole(world.databaseUrl))
  rows = role.rows
  return () => role[Symbol.asyncDispose]()
})

/** Their rows never change. */
const APPEND_ONLY = [
  ['voucher_entry', 'pence'],
  ['activity', 'actor'],
  ['stock_movement', 'quantity'],
  ['retired_code', 'code'],
  ['email_event', 'type'],
  ['failed_sign_in', 'address'],
  ['idempotent_result', 'answer'],
  ['picture', 'bytes'],
] as const

// ASVS 13.2.2, 16.4.2
describe('the role of the functions', () => {
  it('has no rights of a server and is no member of another role', async () => {
    expect(await rows('select current_user::text as name')).toEqual([{ name: 'clinic_functions' }])
    expect(
      await rows(
        `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           exists (select from pg_auth_members where member = pg_roles.oid) as member
         from pg_roles where rolname = current_user`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        member: false,
      },
    ])
  })

  it.each(APPEND_ONLY)('can read and add to %s, but neither change nor delete it', async (table, column) => {
    await expect(rows(`select from ${table}`)).resolves.toBeDefined()
    const refusal = `permission denied for table ${table}`
    for (const attempt of [
      `update ${table} set ${column} = ${column}`,
      `update ${table} set ${column} = ${column} where false`,
      `delete from ${table} where false`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
      `select from ${table} for update`,
    ])
      await expect(rows(attempt), attempt).rejects.toThrow(refusal)
    const [right] = await rows(`select has_table_privilege($1, 'insert') as insert`, [table])
    expect(right).toEqual({ insert: true })
  })

  it.each([
    'alter table voucher_entry disable trigger all',
    'alter table voucher_entry disable trigger keep_ledger',
    'drop trigger keep_ledger on voucher_entry',
    'alter table voucher_entry add column note text',
    'drop table voucher_entry cascade',
    'create trigger later before insert on voucher_entry for each row execute function keep_ledger()',
    'create index on voucher_entry (pence)',
    `create or replace function keep_ledger() returns trigger language plpgsql as 'begin return new; end'`,
    'alter function keep_ledger() owner to clinic_functions',
    `create function mine() returns int language sql as 'select 1'`,
    'create table mine (one int)',
    'create temporary table voucher_entry (one int)',
    'create view mine as select 1',
    'create schema mine',
    'create role mine',
    'create extension dblink',
    'set session_replication_role = replica',
    `select set_config('session_replication_role', 'replica', false)`,
    'set role postgres',
    'set session authorization postgres',
    'alter role clinic_functions superuser',
    'reassign owned by postgres to clinic_functions',
    `update customer set name = 'Another'`,
    `insert into customer (email, name, named_at, last_seen) values ('a@example.org', '', now(), now())`,
    'update site set had_owner = false',
    'delete from contact_message',
    'delete from gift_voucher',
    'delete from refund',
    'delete from outbox',
    `insert into kysely_migration values ('9999_later', 'now')`,
    `copy voucher_entry to program 'cat'`,
    `select pg_read_file('PG_VERSION')`,
  ])('may not: %s', async (attempt) => {
    await expect(rows(attempt)).rejects.toMatchObject({ code: '42501' })
  })

  it('cannot give itself a right', async () => {
    // Postgres only warns.
    await rows('grant update, delete on voucher_entry to clinic_functions')
    await expect(rows('update voucher_entry set pence = pence')).rejects.toThrow('permission denied')
  })

  it('may read a table that a later migration makes, and add to it, until grants.sql says more', async () => {
    await world.rows('create table later (one int)')
    try {
      await expect(rows('insert into later values (1) returning one')).resolves.toEqual([{ one: 1 }])
      await expect(rows('update later set one = 2')).rejects.toThrow('permission denied')
      await expect(rows('delete from later')).rejects.toThrow('permission denied')
    } finally {
      await world.rows('drop table later')
    }
  })
})

/** What runs with the owner's rights, and the periods in it. */
const CALLABLE: Record<string, (keyof typeof KEPT_FOR)[]> = {
  'clear_old_callers()': ['address'],
  'clear_old_emails()': ['email'],
  'clear_old_holders()': ['address'],
  'clear_unpaid_purchases()': ['unpaidPurchase'],
  'delete_old_appointments()': ['answeredEnquiry', 'answeredEnquiry', 'unansweredEnquiry'],
  'delete_old_failed_sign_ins()': ['failedSignIn'],
  'delete_old_failure_counts()': ['failedSignIn'],
  'delete_old_hits()': ['address'],
  'delete_old_inquiries()': ['answeredEnquiry', 'unansweredEnquiry'],
  'delete_old_messages()': ['answeredEnquiry', 'unansweredEnquiry'],
  'erase_texts(whose text)': [],
  'forget_import(import uuid)': [],
}

describe('functions of the database with the owner’s rights', () => {
  const definers = (condition: string) =>
    world.rows<{ name: string; source: string; settings: string[]; isPublic: boolean }>(
      `select format('%s(%s)', proname, pg_get_function_arguments(oid)) as name, prosrc as source, proconfig as settings,
         exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as "isPublic"
       from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and ${condition} order by proname`,
    )

  it('are named, take no argument for retention, keep the periods of KEPT_FOR, and are not for everybody', async () => {
    const found = await definers(`prorettype <> 'trigger'::regtype`)
    const periods = ({ source }: { source: string }) =>
      Array.from(source.matchAll(/interval '([^']+)'/g), ([, period]) => period)
    expect(Object.fromEntries(found.map((each) => [each.name, periods(each)]))).toEqual(
      Object.fromEntries(
        Object.entries(CALLABLE).map(([name, kept]) => [name, kept.map((period) => KEPT_FOR[period])]),
      ),
    )
    expect(found.filter(({ isPublic }) => isPublic)).toEqual([])
  })

  it('find their tables in fixed schemas, temporary ones last', async () => {
    const found = await definers('true')
    expect(new Set(found.map(({ settings }) => settings.join()))).toEqual(
      new Set(['search_path=pg_catalog, public, pg_temp']),
    )
  })

  it('erase_texts leaves the ledger’s amounts, and texts of other people', async () => {
    const entries = () => rows('select description, pence, actor from voucher_entry order by position')
    const before = await entries()
    expect(before).not.toEqual([])
    await rows(`select erase_texts('somebody@example.org')`)
    expect(await entries()).toEqual(before)
    await rows(`select erase_texts('buyer@example.com')`)
    expect(await entries()).toEqual(before.map((entry) => ({ ...entry, description: '' })))
  })

  it('forget_import leaves vouchers that were not imported and taken back', async () => {
    const vouchers = () => rows('select * from gift_voucher')
    const before = await vouchers()
    await rows(`select forget_import(coalesce(import_id, gen_random_uuid())) from gift_voucher`)
    expect(await vouchers()).toEqual(before)
  })
})
