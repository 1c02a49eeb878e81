import { neon, type NeonQueryFunction, neonConfig, types } from '@neondatabase/serverless'
import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

/** A statement with the rows it returns, as the `sql` tag of kysely makes it. */
export type Statement<Row = unknown> = RawBuilder<Row>

type Rows<Statements extends Record<string, Statement>> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Row> ? Row[] : never
}

export interface Db {
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

/** Statements are only compiled by kysely; they travel over Neon's driver. */
const NOWHERE: ConnectionProvider = { provideConnection: () => Promise.reject(new Error('not connected')) }
const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), NOWHERE)
const compiler = { getExecutor: () => executor }

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
  const query = ({ sql, parameters }: CompiledQuery) => http.query(sql, [...parameters])
  return {
    run: async <Row>(statement: Statement<Row>) =>
      inCamelCase(await query(statement.compile(compiler))) as Row[],
    batch: async <Statements extends Record<string, Statement>>(statements: Statements) => {
      const queries = Object.values(statements).map((statement) => query(statement.compile(compiler)))
      const results = await http.transaction(queries)
      const answered = Object.keys(statements).map((name, index) => [name, inCamelCase(results[index] ?? [])])
      return Object.fromEntries(answered) as Rows<Statements>
    },
  }
}

/** `amount_pence` → `amountPence`, of the columns only: what stands in a JSON column is the writer's. */
function inCamelCase(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])),
  )
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
