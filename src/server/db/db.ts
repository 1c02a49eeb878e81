import { neon, type NeonQueryFunction, neonConfig, types } from '@neondatabase/serverless'
import { CamelCasePlugin, Kysely, type RawBuilder } from 'kysely'
import { NeonDialect } from 'kysely-neon'
import type { Tables } from './tables.ts'

/** A statement with the rows it returns, as the `sql` tag of kysely makes it. */
export type Statement<Row = unknown> = RawBuilder<Row>

type Rows<Statements extends Record<string, Statement>> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Row> ? Row[] : never
}

export interface Db {
  readonly kysely: Kysely<Tables>
  /** One statement: one round trip, atomic. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /**
   * Several statements in one transaction and one round trip, in the order they are named, answering the rows of each.
   * Each sees what was committed before it began, so a first one that locks a row makes the later ones see what the
   * former holder of the lock did.
   */
  batch<Statements extends Record<string, Statement>>(statements: Statements): Promise<Rows<Statements>>
}

const DATE = 1082
// Neon wakes in less than a second; a function must still be able to answer after waiting in vain.
const TIMEOUT = 10_000

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Opens nothing yet: every call is an HTTP request of its own. */
export function createDb(url: string): Db {
  // A calendar day is its text; the driver's default turns it into midnight of wherever the server is.
  types.setTypeParser(DATE, (text: string) => text)
  // On one machine the database stands behind a gateway that speaks Neon's protocol over plain HTTP.
  if (new URL(url).hostname === 'localhost') {
    neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`
  }
  neonConfig.fetchFunction = (address: string, init: RequestInit) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
  const http: NeonQueryFunction<false, false> = neon(url)
  const kysely = new Kysely<Tables>({ dialect: new NeonDialect({ neon: http }), plugins: [camelCase] })
  return {
    kysely,
    run: async (statement) => (await statement.execute(kysely)).rows,
    batch: async <Statements extends Record<string, Statement>>(statements: Statements) => {
      const queries = Object.values(statements).map((statement) => statement.compile(kysely))
      const results = await http.transaction(
        queries.map(({ sql, parameters }) => http.query(sql, [...parameters])),
      )
      const answered = Object.keys(statements).map(async (name, index) => {
        const result = { rows: results[index] ?? [] }
        return [name, (await camelCase.transformResult({ queryId: queries[index]!.queryId, result })).rows]
      })
      return Object.fromEntries(await Promise.all(answered)) as Rows<Statements>
    },
  }
}
