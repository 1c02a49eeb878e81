import { Pool } from 'pg'
import type { APIRequestContext } from 'playwright/test'
import type { StackInfo } from '#local/local-routes.ts'

// One stack serves all tests, so each worker asks for its addresses once and keeps one connection to its database.
let info: StackInfo | undefined
let database: Pool | undefined

/** Returns the addresses and keys of the stack. */
export async function readStack(request: APIRequestContext): Promise<StackInfo> {
  return (info ??= (await (await request.get('/__local/stack.json')).json()) as StackInfo)
}

/** Queries the stack's database directly. */
export async function queryStack(request: APIRequestContext, text: string, values: unknown[] = []) {
  const { databaseUrl } = await readStack(request)
  database ??= new Pool({ connectionString: databaseUrl, max: 1, allowExitOnIdle: true }).on(
    'error',
    () => {},
  )
  return (await database.query(text, values)).rows as unknown[]
}
