import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/base/endpoint.ts'
import { ensureAdmin } from '#server/auth/admins.ts'
import { hashPassword } from '#server/auth/password.ts'
import { systemRandom } from '#server/clients/services.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { World } from '#tests/harness/start-world.ts'

const { login } = functions

export const ADMIN_PASSWORD = 'a heron stands in the Mersey'

// Hashed once, because hashing is slow on purpose.
let hash: Promise<string> | undefined

/** Adds somebody with `ADMIN_PASSWORD`. */
export async function addAdmin({ services, rows }: World, role: Role = 'owner') {
  const email = `${role}-${randomUUID()}@example.com`
  const { id } = await ensureAdmin(services, email, { role })
  hash ??= hashPassword(ADMIN_PASSWORD, systemRandom)
  await rows('update admin_user set password_hash = $2 where id = $1', [id, await hash])
  return { id, email }
}

/** A browser's headers after signing in. */
export interface SignedIn {
  adminId: string
  email: string
  headers: { 'content-type': string; cookie: string; authorization: string }
}

/** Signs a new admin in: `callFunction(handler, { path, headers: (await signIn(world)).headers })`. */
export async function signInNewAdmin(world: World, role: Role = 'owner'): Promise<SignedIn> {
  const { id, email } = await addAdmin(world, role)
  return { adminId: id, email, headers: await credentials(await signInAs(email)) }
}

export const signInAs = (
  email: string,
  { password = ADMIN_PASSWORD, cookie = '', address = '', userAgent = '' } = {},
) =>
  callFunction(login, {
    path: '/api/admin/login',
    body: { email, password },
    headers: { 'content-type': 'application/json', cookie, 'user-agent': userAgent },
    ...(address && { address }),
  })

/** Returns the Set-Cookie header of this cookie, or undefined. */
export const cookieNamed = (response: Response, name: string) =>
  response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))

/** Returns the headers of requests after this login. */
export async function credentials(response: Response): Promise<SignedIn['headers']> {
  const { token } = (await response.json()) as { token: string }
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { 'content-type': 'application/json', cookie, authorization: `Bearer ${token}` }
}
