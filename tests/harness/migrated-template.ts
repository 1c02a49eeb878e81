import { Client } from 'pg'
import { ensureFunctionsRole } from '#local/postgres/functions-role.ts'
import { makeClockMovable } from '#local/postgres/movable-clock.ts'
import { createTemplate } from '#local/postgres/template.ts'
import { migrate } from '#scripts/migrate.ts'

/** Creates `template_migrated`, a migrated, empty database to clone, and the functions' role, on a database server. */
export async function createMigratedTemplate(cluster: { url: (database: string) => string }): Promise<void> {
  const template = cluster.url('template_migrated')
  await ensureFunctionsRole(template)
  await createTemplate(template, migrate)
  const client = new Client({ connectionString: template })
  await client.connect()
  await makeClockMovable((query) => client.query(query))
  await client.end()
}
