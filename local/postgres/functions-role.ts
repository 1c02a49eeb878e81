import { escapeIdentifier, escapeLiteral } from 'pg'
import { asAdmin } from '#local/postgres/databases.ts'
import { PASSWORD } from '#local/postgres/initialise.ts'
import { FUNCTIONS_ROLE } from '#scripts/migrate.ts'

/** Creates the functions' role on the server of this URL if it does not exist. `migrate` gives it its rights. */
export async function ensureFunctionsRole(url: string): Promise<void> {
  await asAdmin(url, async (admin) => {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [FUNCTIONS_ROLE])
    if (rowCount) return
    await admin.query(
      `create role ${escapeIdentifier(FUNCTIONS_ROLE)} login password ${escapeLiteral(PASSWORD)}`,
    )
  })
}

/** Returns the URL of the same database for the functions' role. */
export function asFunctionsRole(url: string): string {
  const result = new URL(url)
  result.username = FUNCTIONS_ROLE
  result.password = PASSWORD
  return result.href
}
