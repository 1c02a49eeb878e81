import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { isLocalHost } from '#local/local-host.ts'
import type { Target } from '#local/postgres/connections.ts'

export interface NeonStatement {
  query: string
  params?: unknown[]
}

/** One POST /sql of `@neondatabase/serverless`. */
export interface NeonRequest {
  target: Target
  statements: NeonStatement[]
  /** The BEGIN statement of a batch; undefined for a single statement. */
  begin: string | undefined
}

export class InvalidNeonRequest extends Error {}

export async function readNeonRequest(request: IncomingMessage): Promise<NeonRequest> {
  const body: NeonStatement & { queries?: NeonStatement[] } = JSON.parse(await text(request))
  return {
    target: readTarget(request.headers['neon-connection-string']),
    statements: body.queries ?? [body],
    begin: body.queries && beginWith(request.headers),
  }
}

function readTarget(connectionString: string | string[] | undefined): Target {
  const url = typeof connectionString === 'string' ? URL.parse(connectionString) : null
  if (!url) throw new InvalidNeonRequest('The header neon-connection-string is missing or is no address')
  // Never relays to another host.
  if (!isLocalHost(url.host)) throw new InvalidNeonRequest(`This is the local database, not ${url.hostname}`)
  return {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
}

const LEVELS = new Map([
  ['ReadUncommitted', 'READ UNCOMMITTED'],
  ['ReadCommitted', 'READ COMMITTED'],
  ['RepeatableRead', 'REPEATABLE READ'],
  ['Serializable', 'SERIALIZABLE'],
])

function beginWith(headers: IncomingHttpHeaders): string {
  const level = LEVELS.get(String(headers['neon-batch-isolation-level']))
  const modes = [
    level && `ISOLATION LEVEL ${level}`,
    headers['neon-batch-read-only'] === 'true' && 'READ ONLY',
    headers['neon-batch-deferrable'] === 'true' && 'DEFERRABLE',
  ]
  return ['BEGIN', ...modes.filter((mode) => typeof mode === 'string')].join(' ')
}
