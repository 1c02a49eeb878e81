import { randomUUID } from 'node:crypto'
import { CompactSign } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { env } from '#server/env.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { allRows, everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const guarded = everyEndpoint.filter(([, { access }]) => access === 'admin')

interface Sessions {
  /** Two live sessions. */
  live: SignedIn
  other: SignedIn
  expired: SignedIn
  idle: SignedIn
  revoked: SignedIn
}

type Headers = Record<string, string>

const without = (headers: Headers, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const idOf = ({ headers }: SignedIn) =>
  Buffer.from(headers.authorization.split('.')[1] ?? '', 'base64url').toString()

const signedText = (text: string, key: string) =>
  new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key))
const signed = (session: SignedIn, key: string) => signedText(idOf(session), key)

const unsigned = (session: SignedIn) =>
  ['{"alg":"none"}', idOf(session)].map((part) => Buffer.from(part).toString('base64url')).join('.')

const json = { 'content-type': 'application/json' }

const REFUSED: Record<string, (sessions: Sessions) => Headers | Promise<Headers>> = {
  'no credential': () => json,
  'the cookie only': ({ live }) => without(live.headers, 'authorization'),
  'the token only': ({ live }) => without(live.headers, 'cookie'),
  'the cookie of one session with the token of another': ({ live, other }) => ({
    ...live.headers,
    authorization: other.headers.authorization,
  }),
  'the cookie under another name': ({ live }) => ({
    ...live.headers,
    cookie: live.headers.cookie.replace('session=', '__Host-session='),
  }),
  // ASVS 7.3.2, 9.2.1
  'an expired session': ({ expired }) => expired.headers,
  // ASVS 7.3.1
  'a session that lay idle for an hour': ({ idle }) => idle.headers,
  // ASVS 7.4.1
  'a session that was ended': ({ revoked }) => revoked.headers,
  // ASVS 7.4.5, 9.1.1, 9.1.3
  'a token signed with another key': async ({ live }) => ({
    ...live.headers,
    ...bearer(await signed(live, 'a key that somebody made up, long enough')),
  }),
  // ASVS 7.2.1, 9.1.1, 9.1.2
  'a token that is not signed': ({ live }) => ({ ...live.headers, ...bearer(`${unsigned(live)}.`) }),
  'a signed token that names no session': async ({ live }) => ({
    ...live.headers,
    ...bearer(await signedText('no uuid', env('SESSION_KEY'))),
  }),
  'a token that was never issued': ({ live }) => ({ ...live.headers, ...bearer('1') }),
  'the token as basic credentials': ({ live }) => ({
    ...live.headers,
    authorization: live.headers.authorization.replace('Bearer', 'Basic'),
  }),
}

const CROSS_SITE: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  'a neighbour under the same domain': { 'sec-fetch-site': 'same-site' },
  'another site, by an old browser': { origin: 'https://elsewhere.example' },
  'a page without an origin': { origin: 'null' },
}

const sessions = {} as Sessions

beforeAll(async () => {
  for (const name of ['live', 'other', 'expired', 'idle', 'revoked'] as const) {
    sessions[name] = await signInNewAdmin(world)
  }
  const change = (session: SignedIn, to: string) => world.rows(to, [idOf(session)])
  await change(
    sessions.expired,
    `update admin_session set created_at = now() - interval '12 hours', expires_at = now() where id = $1`,
  )
  await change(sessions.idle, `update admin_session set seen_at = now() - interval '1 hour' where id = $1`)
  await change(sessions.revoked, `delete from admin_session where id = $1`)
})

const call = (name: keyof typeof functions, { path, method }: Endpoint, headers: Headers) =>
  callFunction(functions[name], {
    path: path.replace(':id', randomUUID()),
    method,
    headers,
    body: {},
  })

// ASVS 3.5.1, 7.2.1, 8.1.1, 8.2.1, 8.3.1
it.each(Object.keys(REFUSED))('every endpoint of the portal refuses %s', async (credential) => {
  const headers = (await REFUSED[credential]?.(sessions)) ?? {}
  const before = await allRows(world)
  for (const [name, endpoint] of guarded) {
    const response = await call(name, endpoint, headers)
    expect([name, response.status, await response.json()]).toEqual([
      name,
      401,
      { code: 'signed_out', message: 'Please sign in.' },
    ])
  }
  expect(await allRows(world)).toEqual(before)
})

it.each(Object.keys(CROSS_SITE))(
  'every endpoint of the portal that changes something refuses %s',
  async (from) => {
    const headers = { ...sessions.live.headers, ...CROSS_SITE[from] }
    const before = await allRows(world)
    for (const [name, endpoint] of guarded.filter(([, { method }]) => method !== 'GET')) {
      const response = await call(name, endpoint, headers)
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        403,
        { code: 'cross_site' },
      ])
    }
    expect(await allRows(world)).toEqual(before)
  },
)

// ASVS 8.1.1
it('every endpoint of the portal accepts a signed-in admin', async () => {
  const ours = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4321' }
  for (const [name, endpoint] of guarded) {
    const { headers } = name === 'logout' ? await signInNewAdmin(world) : sessions.live
    const { status } = await call(name, endpoint, { ...headers, ...ours })
    expect([401, 403], name).not.toContain(status)
  }
})
