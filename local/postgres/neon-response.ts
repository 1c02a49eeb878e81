import { createHash } from 'node:crypto'
import { DatabaseError, type Client, type QueryArrayConfig } from 'pg'
import type { NeonRequest, NeonStatement } from '#local/postgres/neon-request.ts'

interface Extended extends QueryArrayConfig {
  queryMode: 'extended'
}

export interface NeonResult {
  command: string
  rowCount: number | null
  rows: unknown[][]
  fields: { name: string; dataTypeID: number }[]
  rowAsArray: true
}

/** Runs the statements and returns the response body: one result, or those of a batch, which is one transaction. */
export async function execute(
  client: Client,
  { statements, begin }: NeonRequest,
  planOnce: boolean,
): Promise<unknown> {
  const run = (statement: NeonStatement) => runStatement(client, planOnce ? planned(statement) : statement)
  if (begin === undefined) return run(statements[0]!)
  // After the first error Postgres rejects the other statements, and COMMIT rolls back.
  const [, results] = await Promise.all([
    client.query(begin),
    Promise.all(statements.map(run)),
    client.query('COMMIT'),
  ])
  return { results }
}

/** Names a statement after its text, so that Postgres plans it once per connection. */
export const planned = (statement: NeonStatement) => ({
  ...statement,
  name: createHash('sha256').update(statement.query).digest('base64url'),
})

export async function runStatement(
  client: Client,
  statement: NeonStatement & { name?: string },
): Promise<NeonResult> {
  const { command, rowCount, rows, fields } = await client.query<unknown[]>(toQuery(statement))
  return { command, rowCount, rows, fields, rowAsArray: true }
}

function toQuery({ name, query, params }: NeonStatement & { name?: string }): Extended {
  return {
    ...(name && { name }),
    text: query,
    values: params ?? [],
    rowMode: 'array',
    // The driver parses the values itself.
    types: { getTypeParser: () => (value: string) => value },
    // As on Neon, a string with several statements is refused.
    queryMode: 'extended',
  }
}

const FIELDS = [
  ...([
    'severity',
    'code',
    'detail',
    'hint',
    'position',
    'internalPosition',
    'internalQuery',
    'where',
  ] as const),
  ...(['schema', 'table', 'column', 'dataType', 'constraint', 'file', 'line', 'routine'] as const),
]

/** Converts a Postgres error to Neon's format; returns undefined for any other error. */
export function toNeonError(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  return { message: error.message, ...Object.fromEntries(FIELDS.map((field) => [field, error[field]])) }
}
