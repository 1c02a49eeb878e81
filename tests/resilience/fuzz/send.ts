import { deepStrictEqual, ok } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { is } from 'valibot'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { ErrorSchema } from '#contract/base/errors.ts'
import { createSecret, hashSecret, signSessionToken } from '#server/auth/secret-tokens.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import type { World } from '#tests/harness/start-world.ts'
import type { FuzzRequest } from '#tests/resilience/fuzz/fuzz-requests.ts'
import { fillPlaceholders, type PlaceholderValues } from '#tests/resilience/fuzz/placeholders.ts'
import { takeWrittenTables } from '#tests/resilience/fuzz/watch-writes.ts'

interface Target {
  endpoint: Endpoint
  handler: Parameters<typeof callFunction>[0]
  values: PlaceholderValues
  session: Session
}

/** Sends the request. Throws on a 5xx, and where a refused request has changed the database. */
export async function send(
  world: World,
  target: Target,
  request: FuzzRequest,
  log: string[],
): Promise<number> {
  const response = await callFunction(target.handler, callOf(target, request))
  const { status } = response
  const body = await response.text()
  ok(isExpectedStatus(status), `answered ${status}: ${log.join('\n') || body}`)
  const written = (await takeWrittenTables(world)).filter((table) => !mayWrite(request, table))
  if (status < 400) return status
  ok(is(ErrorSchema, JSON.parse(body)), `refused with ${status}, not in the contract's error format: ${body}`)
  deepStrictEqual(written, [], `refused with ${status}, and wrote: ${written.join(', ')}`)
  return status
}

const isExpectedStatus = (status: number) =>
  (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 500)

/** A replaced payment attempt is cancelled before the new one is checked. */
const mayWrite = ({ body }: FuzzRequest, table: string) =>
  typeof body === 'string' &&
  body.includes('"replaces"') &&
  ['payment', 'product', 'stock_reservation'].includes(table)

function callOf({ endpoint, values, session }: Target, { signedIn, ...request }: FuzzRequest) {
  const filledIn = (params: Record<string, string>) =>
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, fillPlaceholders(value, values)]))
  const { cookie, authorization, ...others } = request.headers
  const credentials = signedIn && {
    cookie: [session.cookie, cookie].filter(Boolean).join('; '),
    authorization: authorization ?? session.authorization,
  }
  return {
    path: fillPlaceholders(endpoint.path + request.query, values),
    method: request.method,
    params: filledIn(request.params),
    headers: { ...others, ...credentials },
    address: request.address,
    body: typeof request.body === 'string' ? fillPlaceholders(request.body, values) : request.body,
  }
}

interface Session {
  cookie: string
  authorization: string
}

/** Inserts a session of this admin, without the slow hash of a sign-in. */
export async function openSession({ rows, services }: World, adminId: string): Promise<Session> {
  const [id, secret] = [randomUUID(), createSecret(services.random)]
  await rows(
    `insert into admin_session (id, admin_id, secret_hash, created_at, seen_at, expires_at, proved_at)
     values ($1, $2, $3, now(), now(), now() + interval '12 hours', now())`,
    [id, adminId, hashSecret(secret)],
  )
  return { cookie: `session=${secret}`, authorization: `Bearer ${await signSessionToken(id)}` }
}
