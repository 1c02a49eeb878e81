import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { LEAKED_PASSWORD } from '#local/pwned-passwords.ts'
import { startServices } from '#local/start-services.ts'
import { isPassword } from '#server/auth/password.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

const folder = scratchFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Who a start in this folder says may sign in, once it is seen that this is true. */
async function adminAfterStart(environment: Record<string, string> = {}) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  const dir = join(folder, 'stack')
  const services = await startServices({ dir, site: 'http://localhost:1', real: {}, report: () => {} })
  try {
    const { email, password } = services.admin!
    expect(await opens(services.databaseUrl, email, password)).toBe(true)
    return { email, password }
  } finally {
    await services.stop()
    process.env = before
  }
}

async function run(url: string, query: string, values: unknown[] = []): Promise<{ hash: string }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ hash: string }>(query, values)).rows
  } finally {
    await client.end()
  }
}

async function opens(url: string, email: string, password: string): Promise<boolean> {
  const [admin] = await run(url, 'select password_hash as hash from admin_user where email = $1', [email])
  return isPassword(password, admin?.hash ?? null)
}

test('a new folder gets an admin whose password stays the same after a restart', async () => {
  const first = await adminAfterStart()
  expect(first.password).toMatch(/^(\w{5}-){3}\w{5}$/)
  expect(await adminAfterStart()).toMatchObject({ email: first.email, password: first.password })
})

test('a start checks passwords against a stand-in, also if the environment names another address', async () => {
  vi.stubEnv('HIBP_API', 'https://api.pwnedpasswords.com')
  const dir = join(folder, 'stack')
  const services = await startServices({ dir, site: 'http://localhost:1', real: {}, report: () => {} })
  expect(process.env['HIBP_API']).toBe(services.pwnedPasswords.url)
  expect(await breachedPasswords().includes(LEAKED_PASSWORD)).toBe(true)
  await services.stop()
  expect(process.env['HIBP_API']).toBe('https://api.pwnedpasswords.com')
  vi.unstubAllEnvs()
})

test('the environment overrides the local admin', async () => {
  const named = { ADMIN_EMAIL: 'Owner@Example.com', ADMIN_PASSWORD: 'as short as I like' }
  expect(await adminAfterStart(named)).toMatchObject({
    email: 'owner@example.com',
    password: 'as short as I like',
  })
  const again = { ...named, ADMIN_PASSWORD: 'or another' }
  expect(await adminAfterStart(again)).toMatchObject({ password: 'or another' })
})
