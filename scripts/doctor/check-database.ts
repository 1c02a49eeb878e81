import { sql } from 'kysely'
import { checkFunctionsRole, lacksRights } from '#scripts/doctor/check-functions-role.ts'
import { checkPasskeys } from '#scripts/doctor/check-passkeys.ts'
import { findFunctionsRegion } from '#scripts/doctor/find-functions-region.ts'
import { ok, unseen, wrong, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { regionOf } from '#scripts/doctor/neon-address.ts'
import { listMigrations } from '#scripts/migrate.ts'
import { database, functionsDatabaseUrl } from '#server/clients/database.ts'
import { env } from '#server/env.ts'

const NO_SUCH_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Checks that the database responds, is in the functions' region, has all migrations of this code and keeps functions from rewriting the books. */
export const checkDatabase: Check = {
  about: 'Database',
  async run() {
    const [applied, functionsRegion, role] = await Promise.all([
      appliedMigrations(),
      findFunctionsRegion(),
      checkFunctionsRole(),
    ])
    return [
      ok('The database answers.'),
      checkRegion(functionsDatabaseUrl(), functionsRegion),
      ...difference(applied, await listMigrations()),
      ...role,
      // Without its table, the migrations that are missing are the fault.
      ...(applied.includes('0024_passkeys') ? await checkPasskeys() : []),
    ]
  },
  explain: explainDatabaseError,
}

export function explainDatabaseError(error: unknown): Finding | undefined {
  const isRole = env('FUNCTIONS_DATABASE_URL') !== undefined
  const name = isRole ? 'FUNCTIONS_DATABASE_URL' : 'DATABASE_URL'
  const next = isRole ? 'set it again: docs/deploy.md, 1.' : `copy ${name} again: Neon → Connect.`
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
      return wrong(`The database does not accept the name and password in ${name}.`, next)
    case '3D000':
      return wrong(`The database that ${name} names does not exist.`, next)
    case INSUFFICIENT_PRIVILEGE:
      return lacksRights()
    default:
      return undefined
  }
}

export const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

async function appliedMigrations(): Promise<string[]> {
  try {
    const rows = await database().run(sql<{ name: string }>`select name from kysely_migration`)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) === NO_SUCH_TABLE) return []
    throw error
  }
}

function difference(applied: string[], ours: string[]): Finding[] {
  const pending = ours.filter((name) => !applied.includes(name))
  const ahead = applied.filter((name) => !ours.includes(name))
  if (pending.length + ahead.length === 0) return [ok(`All ${ours.length} migrations are applied.`)]
  return [
    ...(pending.length > 0
      ? [wrong(`Not applied yet: ${pending.join(', ')}.`, 'publish again, or run `npm run migrate`.')]
      : []),
    ...(ahead.length > 0
      ? [wrong(`The database is ahead of this code by ${ahead.join(', ')}.`, 'publish the latest code.')]
      : []),
  ]
}

/** Compares Neon's region with that of the functions, undefined if the site does not tell it. */
export function checkRegion(url: string, functionsRegion: string | undefined): Finding {
  const region = regionOf(url)
  if (region === undefined)
    return unseen(
      'Its address is none of Neon’s, so its region cannot be told.',
      'use Neon’s address as it is.',
    )
  if (functionsRegion === undefined)
    return unseen(
      `It is in ${region}, but the site does not tell yet in which region its functions run.`,
      'run this again once the site is published.',
    )
  if (region === functionsRegion) return ok(`It is in ${region}, as the functions are.`)
  return wrong(
    `The database is in ${region} and the functions are in ${functionsRegion}: every query travels.`,
    'bring both into one region: docs/deploy.md, 1.',
  )
}
