import { neon, type NeonQueryFunction, neonConfig, types } from '@neondatabase/serverless'
import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

/** A kysely `sql` template with the type of the rows it returns. */
export type Statement<Row = unknown> = RawBuilder<Row>

type Rows<Statements extends Record<string, Statement>> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Row> ? Row[] : never
}

export interface Db {
  /** Runs one statement: one round trip, atomic. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /**
   * Runs statements in one transaction and one round trip, in key order, and returns the rows of each. Each statement
   * sees what was committed before it began (read committed), so if the first one locks a row, the later ones see what
   * the previous holder of the lock wrote.
   */
  batch<Statements extends Record<string, Statement>>(statements: Statements): Promise<Rows<Statements>>
}

const DATE_TYPE = 1082
// Neon starts in less than a second; after a timeout a function must still have time to respond.
const TIMEOUT_MS = 10_000

/** kysely only compiles statements; Neon's driver sends them. */
const NOT_CONNECTED: ConnectionProvider = {
  provideConnection: () => Promise.reject(new Error('not connected')),
}
const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), NOT_CONNECTED)
const compiler = { getExecutor: () => executor }

/** Creates a client without connecting: every call is one HTTP request. */
export function createDb(url: string): Db {
  // Keep a date as text; the driver's default is midnight in the server's time zone.
  types.setTypeParser(DATE_TYPE, (text: string) => text)
  // The local stack has a gateway that speaks Neon's protocol over plain HTTP.
  if (new URL(url).hostname === 'localhost') {
    neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`
  }
  neonConfig.fetchFunction = (address: string, init: RequestInit) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const http: NeonQueryFunction<false, false> = neon(url)
  const query = ({ sql, parameters }: CompiledQuery) => http.query(sql, [...parameters])
  return {
    run: async <Row>(statement: Statement<Row>) =>
      inCamelCase(await query(statement.compile(compiler))) as Row[],
    batch: async <Statements extends Record<string, Statement>>(statements: Statements) => {
      const queries = Object.values(statements).map((statement) => query(statement.compile(compiler)))
      const results = await http.transaction(queries)
      const rows = Object.keys(statements).map((name, index) => [name, inCamelCase(results[index] ?? [])])
      return Object.fromEntries(rows) as Rows<Statements>
    },
  }
}

/** Renames columns, `amount_pence` to `amountPence`. Keys inside a JSON column stay unchanged. */
function inCamelCase(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])),
  )
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
