import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { World } from '#tests/harness/start-world.ts'

export const everyEndpoint = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]

/** Returns all rows of the database, without the times that Postgres records. */
export async function allRows({ rows }: World): Promise<{ name: string }[]> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*), md5(string_agg(t::text, '' order by t::text)) from ${name} t`,
  )
  return rows(`${sums.join(' union all ')} order by name`)
}
