import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import { Pool } from 'pg'
import { isMalformed } from '#server/env.ts'

/** What functions connect as. The owner of the database makes it (docs/deploy.md). */
export const FUNCTIONS_ROLE = 'clinic_functions'
const GRANTS = 'grants.sql'
const MIGRATIONS = resolve(import.meta.dirname, '..', 'migrations')

/** The database has migrations that this version lacks. */
export class OtherVersionError extends Error {
  constructor(names: readonly string[]) {
    const others = names.length > 1 ? ` and ${names.length - 1} more` : ''
    super(
      `Nothing was changed: the database belongs to another version, with migrations that this one lacks (${names[0]}${others}). Use an empty database, or that version.`,
    )
  }
}

/**
 * Applies the new migrations in one transaction, gives the functions' role its rights, and returns the names of the
 * migrations. Throws `OtherVersionError` before any change.
 * Its lock belongs to a session, so the URL must not be one of a connection pooler.
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS): Promise<string[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  // The server may stop before the last connection has closed.
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await requireSameVersion(db, await listMigrations(folder))
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
    const applied = appliedIn(await migrator.migrateToLatest())
    await applyGrants(db, join(folder, GRANTS))
    return applied
  } finally {
    await db.destroy()
  }
}

/**
 * Applies the file anew each time, in one transaction: the role may have been made since, and the file says all that it may
 * do. Two runs at once would change the same rows of the catalogue, so the second one waits.
 */
async function applyGrants(db: Kysely<unknown>, file: string): Promise<void> {
  const { rows: roles } = await sql`select from pg_roles where rolname = ${FUNCTIONS_ROLE}`.execute(db)
  if (roles.length === 0 || !existsSync(file)) return
  const grants = await readFile(file, 'utf8')
  await sql.raw(`select pg_advisory_xact_lock(hashtextextended('${GRANTS}', 0));\n${grants}`).execute(db)
}

async function requireSameVersion(db: Kysely<unknown>, known: readonly string[]): Promise<void> {
  const { rows: tables } = await sql`select from pg_tables where tablename = 'kysely_migration'`.execute(db)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new OtherVersionError(unknown)
}

/** Returns the names of the migrations in the order of applying them; schema.sql and grants.sql are none. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  const files = await readdir(folder)
  return files.flatMap((file) => /^(\d.*)\.sql$/.exec(file)?.[1] ?? []).toSorted()
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = await listMigrations(folder)
  return Object.fromEntries(names.map((name) => [name, fromFile(join(folder, `${name}.sql`))]))
}

function fromFile(file: string): Migration {
  return {
    async up(db) {
      await sql.raw(await readFile(file, 'utf8')).execute(db)
      // All share one transaction, and a table with deferred checks of changed rows could not be altered by a later one.
      await sql`set constraints all immediate`.execute(db)
      await sql`set constraints all deferred`.execute(db)
    },
  }
}

function appliedIn({ error, results = [] }: MigrationResultSet): string[] {
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : 'it gave no reason'
    throw new Error(failed ? `Migration ${failed} failed, nothing was changed: ${reason}` : reason, {
      cause: error,
    })
  }
  return results.map(({ migrationName }) => migrationName)
}

async function main(): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL_UNPOOLED
  // A missing setting must not stop a deploy, nor must the deploy button's text in its place.
  if (!databaseUrl || isMalformed('DATABASE_URL', databaseUrl)) {
    const problem = databaseUrl ? 'is not an address' : 'is not set'
    console.log(
      `DATABASE_URL_UNPOOLED ${problem}, so no migration was applied: copy it from Neon → Connect, with connection pooling off, and publish again.`,
    )
    return
  }
  const applied = await migrate(databaseUrl)
  for (const name of applied) console.log(`applied ${name}`)
  if (applied.length === 0) console.log('nothing to apply')
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
