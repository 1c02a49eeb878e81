import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createReset, endAllAccess, ensureAdmin, removeAdmin } from '#server/auth/admins.ts'
import { addAdmin, signInAs, signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { session } = functions

const world = useWorld()
const COMMAND = join(import.meta.dirname, '../../../scripts/remove-admin.ts')

async function remove(...parameters: string[]) {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl }
  const child = spawn(process.execPath, [COMMAND, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, wrong, code: child.exitCode }
}

const whoAmI = (headers: Record<string, string>) =>
  callFunction(session, { path: '/api/admin/session', method: 'GET', headers })

// ASVS 7.4.2, 7.4.5
it('remove-admin ends the sessions and the access, and keeps the activity', async () => {
  const { adminId, email, headers } = await signInNewAdmin(world)
  const other = await signInNewAdmin(world)
  expect((await remove(email.toUpperCase())).out).toContain(`${email} cannot sign in any more`)
  expect((await whoAmI(headers)).status).toBe(401)
  expect((await signInAs(email)).status).toBe(401)
  expect((await whoAmI(other.headers)).status).toBe(200)
  const kept = await world.rows('select action, after from activity where actor = $1 or after ->> $2 = $1', [
    adminId,
    'admin',
  ])
  expect(kept).toContainEqual({ action: 'signed_in', after: null })
  expect(kept).toContainEqual({ action: 'admin_removed', after: { admin: adminId } })
})

it('remove-admin refuses invalid input with a message, and changes nothing', async () => {
  await addAdmin(world)
  const before = await world.rows('select * from admin_user')
  expect(await remove('nobody@example.com')).toMatchObject({
    wrong: expect.stringContaining('nobody@example.com is no admin. Nothing was changed.'),
    code: 1,
  })
  expect((await remove()).wrong).toContain('Please enter a valid email address. Nothing was changed.')
  expect(await world.rows('select * from admin_user')).toEqual(before)
})

it('remove-admin removes nobody of another role, and not the last owner', async () => {
  const { email } = await addAdmin(world, 'staff')
  expect((await remove(email, '--role', 'owner')).wrong).toContain('has the role staff. Nothing was changed.')
  const owners = await world.rows<{ email: string }>(
    `select email from admin_user where role = 'owner' and email is not null`,
  )
  const removed = []
  for (const owner of owners)
    removed.push(await removeAdmin(world.services, owner.email).catch((error: unknown) => String(error)))
  expect(removed.filter((outcome) => outcome !== true)).toEqual([expect.stringContaining('only owner')])
})

it('after a restored backup, nobody is signed in, and no invitation is open', async () => {
  const { headers } = await signInNewAdmin(world)
  const invited = await ensureAdmin(world.services, 'invited@example.com', {
    role: 'staff',
    name: 'Invited Person',
  })
  await createReset(world.services, invited.id)
  const people = await endAllAccess(world.services)
  expect(people).toContainEqual({
    name: 'Invited Person',
    email: 'invited@example.com',
    role: 'staff',
    canSignIn: false,
  })
  expect(people.filter(({ canSignIn }) => canSignIn).length).toBeGreaterThan(0)
  expect((await whoAmI(headers)).status).toBe(401)
  expect(await world.rows('select 1 from password_reset')).toEqual([])
})
