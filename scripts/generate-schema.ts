import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { format, resolveConfig } from 'prettier'
import { ensureDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/postgres.ts'
import { migrate } from '#scripts/migrate.ts'
import { generateDatabaseTypes } from '#scripts/schema/database-types.ts'
import { generateSchemaSql } from '#scripts/schema/schema-sql.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Returns the generated files by their path, made from an empty database that all migrations were applied to. */
async function generateFiles(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'))
  // Postgres refuses to run as root, and its own user must enter the folder.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), fast: true })
  const url = postgres.url('schema')
  await ensureDatabase(url)
  await migrate(url)
  const pool = new Pool({ connectionString: url })
  // The server may stop before its last connection has closed.
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const types = 'src/server/db/database.types.ts'
    const prettierOptions = await resolveConfig(join(ROOT, types))
    return {
      [types]: await format(await generateDatabaseTypes(db), { ...prettierOptions, parser: 'typescript' }),
      'migrations/schema.sql': await generateSchemaSql(db),
    }
  } finally {
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const readOptional = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Writes the generated files; with `--check` only compares them and names those that are out of date. */
async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check')
  for (const [name, text] of Object.entries(await generateFiles())) {
    const path = join(ROOT, name)
    if (!isCheck) await writeFile(path, text)
    else if ((await readOptional(path)) !== text) {
      console.error(`${name} does not match the migrations: run "npm run schema" and commit it.`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) await main()
