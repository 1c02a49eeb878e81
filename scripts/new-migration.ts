import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMigrations } from '#scripts/migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
const TEMPLATE = `-- Why this change is needed, and what it locks for how long at 1,000,000 rows (also in CHANGELOG.md).

`

/** Returns `0029_add_supplier` for "add supplier" after `0028_…`, or undefined for a name without letters or digits. */
export function nextMigrationName(migrations: readonly string[], title: string): string | undefined {
  const words = title.toLowerCase().match(/[a-z0-9]+/g)
  const number = Number(migrations.at(-1)?.slice(0, 4) ?? 0) + 1
  return words ? `${String(number).padStart(4, '0')}_${words.join('_')}` : undefined
}

/** Creates an empty migration with the next number: `npm run migration:new add supplier`. */
async function main(): Promise<void> {
  const name = nextMigrationName(await listMigrations(), process.argv.slice(2).join(' '))
  if (name === undefined) {
    console.error('Name the migration, for example: npm run migration:new add supplier')
    process.exitCode = 1
    return
  }
  await writeFile(join(MIGRATIONS, `${name}.sql`), TEMPLATE, { flag: 'wx' })
  console.log(`Created migrations/${name}.sql. Write it, then run "npm run schema".`)
}

if (import.meta.main) await main()
