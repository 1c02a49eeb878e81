import { deepStrictEqual, ok } from 'node:assert'
import { is } from 'valibot'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { ErrorSchema } from '../../../src/contract/errors.ts'
import { callFunction } from '../../harness/call-function.ts'
import type { handlerOf } from '../../harness/every-endpoint.ts'
import type { World } from '../../harness/start-world.ts'
import type { Fuzzed } from './requests.ts'
import { named, type StandIns } from './placeholders.ts'
import { takeWritten } from './watch-writes.ts'
import { randomUUID } from 'node:crypto'
import { createSecret, hashSecret, signSessionToken } from '../../../src/server/auth/tokens.ts'

export interface Target {
  endpoint: Endpoint
  handler: Awaited<ReturnType<typeof handlerOf>>
  standIns: StandIns
  session: Session
}

/** Makes the request, and throws unless it was answered or refused, and changed nothing if it was refused. */
export async function send(world: World, target: Target, request: Fuzzed, log: string[]): Promise<number> {
  const response = await callFunction(target.handler, callOf(target, request))
  const { status } = response
  const body = await response.text()
  ok(isAnswer(status), `answered ${status}: ${log.join('\n') || body}`)
  const written = (await takeWritten(world)).filter((table) => !mayWrite(request, table))
  if (status < 400) return status
  ok(is(ErrorSchema, JSON.parse(body)), `refused with ${status}, in no words of the contract: ${body}`)
  deepStrictEqual(written, [], `refused with ${status}, and wrote: ${written.join(', ')}`)
  return status
}

/** Done, had already, or refused. */
const isAnswer = (status: number) =>
  (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 500)

/** An attempt to pay makes way for the one that says it takes its place, before that one is looked at. */
const mayWrite = ({ body }: Fuzzed, table: string) =>
  typeof body === 'string' &&
  body.includes('"replaces"') &&
  ['payment', 'product', 'stock_reservation'].includes(table)

function callOf({ endpoint, standIns, session }: Target, { signedIn, ...request }: Fuzzed) {
  const inNames = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, named(value, standIns)]))
  const { cookie, authorization, ...others } = request.headers
  const credentials = signedIn && {
    cookie: [session.cookie, cookie].filter(Boolean).join('; '),
    authorization: authorization ?? session.authorization,
  }
  return {
    path: named(endpoint.path + request.query, standIns),
    method: request.method,
    params: inNames(request.params),
    headers: { ...others, ...credentials },
    address: request.address,
    body: typeof request.body === 'string' ? named(request.body, standIns) : request.body,
  }
}

interface Session {
  cookie: string
  authorization: string
}

/** As if an admin had just signed in, without the time that a password takes. */
export async function openSession({ rows, services }: World, adminId: string): Promise<Session> {
  const [id, secret] = [randomUUID(), createSecret(services.random)]
  await rows(
    `insert into admin_session (id, admin_id, secret_hash, created_at, seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '12 hours')`,
    [id, adminId, hashSecret(secret)],
  )
  return { cookie: `session=${secret}`, authorization: `Bearer ${await signSessionToken(id)}` }
}
