import type { Context } from '@netlify/functions'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { World } from '#tests/harness/start-world.ts'

export const everyEndpoint: [string, Endpoint][] = Object.entries(endpoints)

type Handler = (request: Request, context: Context) => Promise<Response>

/** A function, with its endpoint if it has one. */
export async function handlerOf(name: string): Promise<Handler> {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return (await import(`../../netlify/functions/${file}.mts`)).default
}

/** Returns all rows of the database, without the times that Postgres records. */
export async function allRows({ rows }: World): Promise<{ name: string }[]> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*), md5(string_agg(t::text, '' order by t::text)) from ${name} t`,
  )
  return rows(sums.join(' union all '))
}
