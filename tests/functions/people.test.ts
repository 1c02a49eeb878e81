import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/base/endpoint.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import {
  addAdmin,
  ADMIN_PASSWORD,
  credentials,
  signInAs,
  signInNewAdmin,
  type SignedIn,
} from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

let owner: SignedIn
beforeEach(async () => {
  await world.rows('delete from throttle')
  await world.rows('delete from admin_session')
  await world.rows('delete from admin_device')
  await world.rows('delete from password_reset')
  await world.rows('delete from admin_user')
  owner = await signInNewAdmin(world)
})

interface Answer {
  status: number
  code?: string
  message?: string
  fields?: Record<string, string>
  id: string
  name: string
  role: Role
  invitedUntil: string | null
  canSignIn: boolean
}

async function ask(
  name: keyof typeof functions,
  { headers }: Pick<SignedIn, 'headers'>,
  { method = 'POST', id, ...given }: { method?: string; id?: string; body?: object; address?: string } = {},
): Promise<Answer> {
  const call = { path: '/', method, headers, ...given, ...(id && { params: { id } }) }
  const response = await callFunction(functions[name], call)
  return { status: response.status, ...((await response.json()) as object) } as Answer
}

const newcomer = () => `new-${randomUUID()}@example.com`
const invite = (email: string, role: Role = 'staff', by = owner, name = 'New Person') =>
  ask('invitePerson', by, { body: { email, name, role } })
const change = (id: string, role: Role, by = owner, name = 'Changed Person') =>
  ask('changePerson', by, { method: 'PATCH', id, body: { name, role } })
const remove = (id: string, by = owner) => ask('removePerson', by, { method: 'DELETE', id })
const list = (by = owner) =>
  ask('adminPeople', by, { method: 'GET' }) as unknown as Promise<Record<string, Answer>>

const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to === address)
/** Oldest first. */
const linkTo = (email: string) =>
  mailsTo(email)
    .flatMap(({ text }) => /reset-password\?invitation#(\S+)/.exec(text)?.[1] ?? [])
    .toReversed()
const accept = (token: string | undefined, password = 'seven herons stand in the water') =>
  ask(
    'resetPassword',
    { headers: { 'content-type': 'application/json' } as SignedIn['headers'] },
    {
      body: { token, password },
    },
  )
const proveAgo = (minutes: number, { adminId }: SignedIn) =>
  world.rows(
    `update admin_session set proved_at = proved_at - $2 * interval '1 minute' where admin_id = $1`,
    [adminId, minutes],
  )

// ASVS 6.4.1
describe('an invitation', () => {
  it('is accepted by choosing a password, once, and the owners are told by email', async () => {
    const email = newcomer()
    const invited = await invite(email)
    expect(invited).toMatchObject({ status: 200, role: 'staff', canSignIn: false })
    expect(Date.parse(invited.invitedUntil!) - Date.now()).toBeGreaterThan(47.9 * 3_600_000)
    expect((await signInAs(email, { password: '' })).status).toBe(400)
    const [token] = linkTo(email)
    expect((await accept(token)).status).toBe(200)
    expect((await accept(token)).status).toBe(404)
    const signedIn = await signInAs(email, { password: 'seven herons stand in the water' })
    expect(await signedIn.json()).toMatchObject({ role: 'staff' })
    const told = mailsTo(owner.email).map(({ subject }) => subject)
    expect(told).toContain('New Person was invited to the admin portal')
    expect(told).toContain('New Person can now sign in to the admin portal')
    expect(mailsTo(email).map(({ subject }) => subject)).toContain('You can now sign in to the admin portal')
  })

  it('ends after 48 hours, also by “Forgot password?”', async () => {
    const email = newcomer()
    const { id } = await invite(email)
    await world.rows(
      `update password_reset set expires_at = now() - interval '1 second' where admin_id = $1`,
      [id],
    )
    expect((await accept(linkTo(email)[0])).status).toBe(404)
    await callFunction(functions.forgotPassword, { path: '/', body: { email } })
    await sendEmails(world.services)
    expect(mailsTo(email)).toHaveLength(1)
    expect(Object.values(await list())).toContainEqual(
      expect.objectContaining({ id, invitedUntil: null, canSignIn: false }),
    )
  })

  it('replaces an earlier one', async () => {
    const email = newcomer()
    const [first, second] = [await invite(email), await invite(email, 'owner', owner, 'Another Name')]
    expect(second).toMatchObject({ id: first.id, name: 'Another Name', role: 'owner' })
    const [old, recent] = linkTo(email)
    expect((await accept(old)).status).toBe(404)
    expect((await accept(recent)).status).toBe(200)
  })

  it('goes to nobody who can sign in', async () => {
    const { email } = await addAdmin(world, 'staff')
    expect(await invite(email, 'owner')).toMatchObject({
      status: 400,
      fields: { email: expect.stringContaining('already signs in') as string },
    })
    expect(linkTo(email)).toEqual([])
  })

  it('makes a new person of somebody who was removed, and one that was withdrawn opens nothing', async () => {
    const email = newcomer()
    const first = await invite(email)
    expect((await remove(first.id)).status).toBe(200)
    expect((await accept(linkTo(email)[0])).status).toBe(404)
    const second = await invite(email)
    expect(second.id).not.toBe(first.id)
    expect((await accept(linkTo(email)[1])).status).toBe(200)
  })

  it('leaves at most twenty times an hour', async () => {
    const answers = []
    for (let nth = 0; nth < 21; nth += 1) answers.push((await invite(newcomer())).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('a person', () => {
  // ASVS 7.4.2
  it('who is removed is refused with the next request, and keeps the name beside what they did', async () => {
    const person = await signInNewAdmin(world, 'staff')
    await change(person.adminId, 'staff', owner, 'Former Person')
    expect((await ask('session', person, { method: 'GET' })).status).toBe(200)
    expect((await remove(person.adminId)).status).toBe(200)
    expect(await ask('session', person, { method: 'GET' })).toMatchObject({ status: 401, code: 'signed_out' })
    expect((await signInAs(person.email)).status).toBe(401)
    expect((await remove(person.adminId)).status).toBe(200)
    const activity = await ask('activity', owner, { method: 'GET' })
    const sentences = Object.values(activity as object).map(
      (row) => (row as { description?: string }).description,
    )
    expect(sentences).toContain('Former Person can no longer sign in')
    expect(mailsTo(person.email).map(({ subject }) => subject)).toContain(
      'You can no longer sign in to the admin portal',
    )
    expect(mailsTo(owner.email).map(({ subject }) => subject)).toContain(
      'Former Person can no longer sign in to the admin portal',
    )
  })

  it('and every owner are told of a new role or name', async () => {
    const person = await signInNewAdmin(world, 'staff')
    for (let nth = 0; nth < 2; nth += 1) await change(person.adminId, 'owner', owner, 'First Last')
    const about = (address: string) =>
      mailsTo(address).flatMap(({ subject, text }) =>
        /is now an owner|are now an owner/.test(subject) ? [text] : [],
      )
    for (const address of [person.email, owner.email]) {
      expect(about(address)).toHaveLength(1)
      expect(about(address)[0]).toContain('The name was ')
    }
  })

  it('who is the last owner can neither be removed nor made staff', async () => {
    await invite(newcomer(), 'owner')
    for (const answer of [await change(owner.adminId, 'staff'), await remove(owner.adminId)])
      expect(answer).toMatchObject({ status: 409, code: 'not_active' })
    expect((await change(owner.adminId, 'owner')).status).toBe(200)
  })

  it.each(['demote', 'remove'] as const)('one owner remains when two %s each other at once', async (how) => {
    for (let round = 0; round < 10; round += 1) {
      const other = await signInNewAdmin(world)
      const act = (id: string, by: SignedIn) => (how === 'demote' ? change(id, 'staff', by) : remove(id, by))
      await Promise.all([act(other.adminId, owner), act(owner.adminId, other)])
      const [{ owners }] = (await world.rows<{ owners: number }>(
        `select count(*)::int as owners from admin_user where role = 'owner' and password_hash is not null`,
      )) as [{ owners: number }]
      expect(owners).toBe(1)
      const left = await ask('adminPeople', owner, { method: 'GET' })
      if (left.status !== 200) owner = other
    }
  })

  it('may be looked up by owners only, and guessed ids say nothing', async () => {
    expect(await change(randomUUID(), 'staff')).toMatchObject({ status: 404 })
    expect((await remove(randomUUID())).status).toBe(200)
    const staff = await signInNewAdmin(world, 'staff')
    for (const answer of [await change(owner.adminId, 'staff', staff), await remove(owner.adminId, staff)])
      expect(answer).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('what changes people', () => {
  it.each([
    ['invitePerson', () => invite(newcomer())],
    ['changePerson', () => change(owner.adminId, 'owner')],
    ['removePerson', () => remove(randomUUID())],
  ])('%s needs a proof of the password that is at most five minutes old', async (_, act) => {
    await proveAgo(4.9, owner)
    expect((await act()).code).not.toBe('step_up_required')
    await proveAgo(0.2, owner)
    expect(await act()).toMatchObject({ status: 403, code: 'step_up_required' })
    expect(await ask('stepUp', owner, { body: { by: 'password', password: 'a guess' } })).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
      fields: { password: 'This is not your password' },
    })
    expect((await act()).code).toBe('step_up_required')
    expect((await ask('stepUp', owner, { body: { by: 'password', password: ADMIN_PASSWORD } })).status).toBe(
      200,
    )
    expect((await act()).code).not.toBe('step_up_required')
  })

  it('does not count the proof of another device', async () => {
    await proveAgo(6, owner)
    await credentials(await signInAs(owner.email))
    expect((await invite(newcomer())).code).toBe('step_up_required')
  })

  it('lets nobody guess the password with a stolen session', async () => {
    const guess = (password: string) =>
      ask('stepUp', owner, { body: { by: 'password', password }, address: '192.0.2.251' })
    const answers = []
    for (let nth = 0; nth < 12; nth += 1) answers.push((await guess('a guess')).status)
    expect(answers.at(-1)).toBe(429)
    expect((await guess(ADMIN_PASSWORD)).status).toBe(429)
  })
})
