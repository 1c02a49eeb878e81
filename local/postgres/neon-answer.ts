import { type Client, DatabaseError, type QueryArrayConfig } from 'pg'
import type { NeonCall, Statement } from './neon-call.ts'

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

/** The answer's body: one result, or those of a whole batch, which happens entirely or not at all. */
export async function execute(client: Client, { statements, begin }: NeonCall): Promise<unknown> {
  if (begin === undefined) return answerOne(client, statements[0])
  // After the first that it refuses, Postgres refuses all others, and its COMMIT takes everything back.
  const [, results] = await Promise.all([
    client.query(begin),
    Promise.all(statements.map((statement) => answerOne(client, statement))),
    client.query('COMMIT'),
  ])
  return { results }
}

/** One statement's part of an answer. With a name, Postgres plans it once per connection. */
export async function answerOne(
  client: Client,
  statement: (Statement & { name?: string }) | undefined,
): Promise<NeonResult> {
  const { command, rowCount, rows, fields } = await client.query<unknown[]>(toQuery(statement))
  return { command, rowCount, rows, fields, rowAsArray: true }
}

function toQuery(statement: (Statement & { name?: string }) | undefined): Extended {
  return {
    ...(statement?.name && { name: statement.name }),
    text: statement?.query ?? '',
    values: statement?.params ?? [],
    rowMode: 'array',
    // The driver parses the values itself.
    types: { getTypeParser: () => (value: string) => value },
    // As on Neon: several statements in one string are refused.
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

/** A refusal by Postgres in Neon's words; undefined for anything else. */
export function toNeonError(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  return { message: error.message, ...Object.fromEntries(FIELDS.map((field) => [field, error[field]])) }
}
