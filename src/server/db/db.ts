import { neon, neonConfig, types, type NeonQueryFunction } from '@neondatabase/serverless'
import {
  CamelCasePlugin,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  QueryCreator,
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type RawBuilder,
} from 'kysely'
import type { DB } from '#server/db/database.types.ts'

/**
 * A statement and the type of its rows: written with `query`, or a `sql` template if it has several steps. One that is
 * the same for every request may be compiled once.
 */
export type Statement<Row = unknown> = RawBuilder<Row> | Compilable<Row> | CompiledQuery<Row>

type Rows<Statements extends Record<string, Statement>> = {
  [Name in keyof Statements]: Statements[Name] extends Statement<infer Row> | undefined ? Row[] : never
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
/** Renames columns: `amount_pence` here is `amountPence` in TypeScript. */
class ColumnNames extends CamelCasePlugin {
  override mapRow(row: Record<string, unknown>): Record<string, unknown> {
    return super.mapRow(row)
  }
}
// Keys inside a JSON column stay unchanged.
const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })
const toRow = (row: Record<string, unknown>) => columnNames.mapRow(row)

const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), NOT_CONNECTED, [
  columnNames,
])

/** kysely's query builder, checked against the schema of the migrated database. */
export const query = new QueryCreator<DB>({ executor })

/** Creates a client without connecting: every call is one HTTP request. */
export function createDb(url: string): Db {
  // Keep a date as text; the driver's default is midnight in the server's time zone.
  types.setTypeParser(DATE_TYPE, (text: string) => text)
  // The local stack has a gateway that speaks Neon's protocol over plain HTTP.
  if (new URL(url).hostname === 'localhost') {
    neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`
  }
  neonConfig.fetchFunction = (address: string, init: RequestInit) =>
    sendTwice(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const http: NeonQueryFunction<false, false> = neon(url)
  const send = (statement: Statement) => {
    const { sql, parameters } =
      'compile' in statement ? statement.compile({ getExecutor: () => executor }) : statement
    return http.query(sql, [...parameters])
  }
  return {
    run: async <Row>(statement: Statement<Row>) => (await send(statement)).map(toRow) as Row[],
    batch: async <Statements extends Record<string, Statement>>(statements: Statements) => {
      const results = await http.transaction(Object.values(statements).map(send))
      const rows = Object.keys(statements).map((name, index) => [name, results[index]?.map(toRow)])
      return Object.fromEntries(rows) as Rows<Statements>
    },
  }
}

/**
 * Sends a request; sends it once more, within the same time limit, if its connection was dead. A kept-alive connection
 * dies unnoticed while a function is frozen. The first request may have been committed, so every statement changes
 * nothing and gives the first result when it is sent again: `tests/functions/dead-connections.test.ts`.
 */
async function sendTwice(address: string, init: RequestInit): Promise<Response> {
  const send = async () => {
    const response = await fetch(address, init)
    // A connection can also die in the middle of the body.
    return new Response(await response.arrayBuffer(), response)
  }
  try {
    return await send()
  } catch (error) {
    if (!isDeadConnection(error)) throw error
    return await send()
  }
}

/** Codes of Node and of its `fetch`: https://github.com/nodejs/undici/blob/main/docs/docs/api/Errors.md */
const DEAD_CONNECTION = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'])

/** `fetch` throws a `TypeError` whose cause says why. Our own time limit is a `TimeoutError` without such a code. */
function isDeadConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isDead = 'code' in error && typeof error.code === 'string' && DEAD_CONNECTION.has(error.code)
  return isDead || isDeadConnection(error.cause)
}
