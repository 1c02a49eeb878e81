import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Cookie, type Page } from 'playwright/test'
import type { Role } from '#contract/base/endpoint.ts'
import { hashPassword } from '#server/auth/password.ts'
import { systemRandom } from '#server/clients/services.ts'
import { newAddress } from '#tests/e2e/fixtures.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

export const OWNER_PASSWORD = 'a heron stands in the Mersey'

// Hashed once, because hashing is slow on purpose.
let hash: Promise<string> | undefined

/** Creates an account for this test, with the password `OWNER_PASSWORD`. */
export async function newOwner(request: APIRequestContext, role: Role = 'owner'): Promise<string> {
  const email = `${role}-${randomUUID()}@example.com`
  hash ??= hashPassword(OWNER_PASSWORD, systemRandom)
  await queryStack(
    request,
    'insert into admin_user (id, email, name, role, password_hash, created_at) values ($1, $2, $2, $3, $4, now())',
    [randomUUID(), email, role, await hash],
  )
  return email
}

interface Session {
  email: string
  role: Role
  token: string
  cookies: Cookie[]
}

/** Signs in as somebody new, for a test that ends the session or needs another role. */
export async function newSession(page: Page, role: Role = 'owner'): Promise<Session> {
  const email = await newOwner(page.request, role)
  const answer = await page.request.post('/api/admin/login', {
    headers: { 'x-nf-client-connection-ip': newAddress() },
    data: { email, password: OWNER_PASSWORD },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token } = (await answer.json()) as { token: string }
  return { email, role, token, cookies: await page.context().cookies() }
}

// Checking a password is slow on purpose, so the tests of a worker share a session.
let shared: Promise<Session> | undefined

async function useSession(page: Page, own?: Session): Promise<Session> {
  const session = own ?? (await (shared ??= newSession(page)))
  await page.context().addCookies(session.cookies)
  // The session is older than a proof of who one is counts.
  await queryStack(
    page.request,
    'update admin_session set proved_at = now() where admin_id = (select id from admin_user where email = $1)',
    [session.email],
  )
  return session
}

/** Sends an admin request as an owner. */
export async function askAsOwner<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const { token } = await useSession(page)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api/admin/${path}`, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Answer
}

/** Opens a tab of the portal, or an item in it (`vouchers/{id}`), as a signed-in owner. */
export async function openPortal(page: Page, at = 'overview', own?: Session): Promise<void> {
  const { email, role, token } = await useSession(page, own)
  // The smallest file of the site, for its storage.
  await page.goto('/robots.txt')
  await page.evaluate((stored) => Object.assign(localStorage, stored), {
    adminEmail: email,
    adminRole: role,
    adminToken: token,
  })
  await page.goto(`/admin/dashboard#${at}`)
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
}

/** Waits until Overview has loaded everything. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
