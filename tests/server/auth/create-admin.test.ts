import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { LEAKED_PASSWORD } from '#local/pwned-passwords.ts'
import { choosePassword } from '#scripts/create-admin.ts'
import { prompt } from '#scripts/prompt.ts'
import { setPassword } from '#server/auth/admins.ts'
import { ADMIN_PASSWORD, signInAs, signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { resetPassword } = functions

const world = useWorld()
const COMMAND = join(import.meta.dirname, '../../../scripts/create-admin.ts')

async function create(parameters: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, ...environment }
  const child = spawn(process.execPath, [COMMAND, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, wrong, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { out, wrong, code: code as number }
}

// ASVS 6.1.3, 6.3.2
it('create-admin is the only way in: a new database has no admin', async () => {
  expect(await world.rows('select * from admin_user')).toEqual([])
  for (const email of ['admin@clinic.example', clinic.email, 'root@localhost.com']) {
    expect((await signInAs(email, { password: 'admin' })).status).toBe(401)
  }
})

// ASVS 6.3.4, 6.4.1
it('create-admin without a terminal prints a link for choosing the password', async () => {
  const { out, code } = await create(['First.Owner@Example.com'])
  expect(code).toBe(0)
  const token = /http:\/\/localhost:4321\/admin\/reset-password#([\w-]{43})/.exec(out)?.[1]
  const admins = await world.rows('select email, password_hash from admin_user')
  expect(admins).toEqual([{ email: 'first.owner@example.com', password_hash: null }])
  const body = { token, password: ADMIN_PASSWORD }
  expect((await callFunction(resetPassword, { path: '/api/admin/reset-password', body })).status).toBe(200)
  expect((await signInAs('first.owner@example.com')).status).toBe(200)
})

it('create-admin refuses invalid input with a message, and changes nothing', async () => {
  const before = await world.rows('select * from admin_user')
  expect((await create(['no address'])).wrong).toContain(
    'Please enter a valid email address. Nothing was changed.',
  )
  const { wrong, code } = await create(['owner@example.com'], { DATABASE_URL: '' })
  expect(wrong).toContain('DATABASE_URL is unset')
  expect(code).toBe(1)
  expect(await world.rows('select * from admin_user')).toEqual(before)
})

it('create-admin asks for the password without echoing it', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const asked = prompt('Password: ', { secret: true }, { input, output })
  input.end('a secret with spaces \n')
  expect(await asked).toBe('a secret with spaces ')
  output.end()
  expect(await text(output)).toBe('Password: \n')
})

// ASVS 6.2.12
it('create-admin refuses a leaked password, and asks nobody about one that is refused anyway', async () => {
  const choose = (...typed: string[]) =>
    choosePassword(world.services, 'owner@example.com', async () => typed.shift() ?? '')
  const before = world.pwnedPasswords.requests.length
  await expect(choose('short')).rejects.toThrow('at least 15 characters')
  await expect(choose('passwordpassword')).rejects.toThrow('would guess')
  await expect(choose(LEAKED_PASSWORD, ADMIN_PASSWORD)).rejects.toThrow('different')
  expect(world.pwnedPasswords.requests).toHaveLength(before)
  await expect(choose(LEAKED_PASSWORD, LEAKED_PASSWORD)).rejects.toThrow('leak of another website')
  expect(await choose(ADMIN_PASSWORD, ADMIN_PASSWORD)).toBe(ADMIN_PASSWORD)
})

it('setPassword ends all sessions of the admin and forgets all devices', async () => {
  const [{ adminId }, other] = [await signInNewAdmin(world), await signInNewAdmin(world)]
  await setPassword(world.services, adminId, 'the ferry leaves at dusk')
  for (const table of ['admin_session', 'admin_device']) {
    const left = await world.rows(`select admin_id from ${table} where admin_id in ($1, $2)`, [
      adminId,
      other.adminId,
    ])
    expect(left).toEqual([{ admin_id: other.adminId }])
  }
})

// ASVS 6.3.7
it('setPassword tells a person who had a password, and every owner, that it was changed, and of a new one nothing', async () => {
  const [{ adminId, email }, other] = [await signInNewAdmin(world), await signInNewAdmin(world)]
  const emails = () =>
    world.rows(
      `select recipient from outbox where template = 'account-changed' and data ->> 'change' = 'password'
         and recipient = any($1) order by recipient`,
      [[email, other.email]],
    )
  await world.rows('update admin_user set password_hash = null where id = $1', [adminId])
  await setPassword(world.services, adminId, 'the ferry leaves at dusk')
  expect(await emails()).toEqual([])
  await setPassword(world.services, adminId, 'the ferry returns at dawn')
  expect(await emails()).toEqual([email, other.email].toSorted().map((recipient) => ({ recipient })))
})
