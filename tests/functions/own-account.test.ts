import { describe, expect, it } from 'vitest'
import type { AccountSession } from '#contract/auth/own-account.ts'
import { LEAKED_PASSWORD } from '#local/pwned-passwords.ts'
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

type Headers = SignedIn['headers']

async function ask(
  name: keyof typeof functions,
  headers: Headers,
  { method = 'POST', id, body }: { method?: string; id?: string; body?: object } = {},
) {
  const call = { path: '/', method, headers, ...(body && { body }), ...(id && { params: { id } }) }
  const response = await callFunction(functions[name], call)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const sessionsOf = async (headers: Headers) =>
  (await ask('adminSessions', headers, { method: 'GET' })).body as unknown as AccountSession[]
const isIn = async (headers: Headers) => (await ask('session', headers, { method: 'GET' })).status === 200
const subjectsTo = (email: string) =>
  world.mail.list().flatMap(({ to, subject }) => (to === email ? [subject] : []))

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

async function onTwoDevices() {
  const { email } = await addAdmin(world, 'staff')
  const here = await credentials(await signInAs(email))
  const phone = await credentials(await signInAs(email, { userAgent: PHONE }))
  return { email, here, phone }
}

const change = (headers: Headers, currentPassword: string, password: string) =>
  ask('changePassword', headers, { body: { currentPassword, password } })

// ASVS 7.5.2
describe('the devices of an account', () => {
  it('are one’s own, this one first, with their browser', async () => {
    const { here } = await onTwoDevices()
    await signInNewAdmin(world)
    const listed = await sessionsOf(here)
    expect(listed.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['an unknown browser', true],
      ['Safari on iPhone', false],
    ])
  })

  it('are signed out one at a time, of which one is told by email, and nobody else’s', async () => {
    const { email, here, phone } = await onTwoDevices()
    const other = await signInNewAdmin(world)
    const [foreign] = await sessionsOf(other.headers)
    await ask('endSession', here, { method: 'DELETE', id: foreign!.id })
    expect(await isIn(other.headers)).toBe(true)
    const [, lost] = await sessionsOf(here)
    for (let nth = 0; nth < 2; nth += 1)
      expect((await ask('endSession', here, { method: 'DELETE', id: lost!.id })).status).toBe(200)
    expect([await isIn(here), await isIn(phone)]).toEqual([true, false])
    expect(
      subjectsTo(email).filter((subject) => subject === 'One of your devices was signed out'),
    ).toHaveLength(1)
    expect(subjectsTo(other.email)).toContainEqual(expect.stringMatching(/’s devices was signed out$/))
  })

  it('are all signed out but this one, and their browsers forgotten', async () => {
    const { email, here, phone } = await onTwoDevices()
    expect((await ask('endOtherSessions', here, { body: {} })).status).toBe(200)
    expect([await isIn(here), await isIn(phone)]).toEqual([true, false])
    const before = subjectsTo(email).length
    await signInAs(email, { cookie: phone.cookie, userAgent: PHONE })
    expect(subjectsTo(email).slice(before)).toEqual(['New sign-in to the admin portal'])
    await signInAs(email, { cookie: here.cookie })
    expect(subjectsTo(email).slice(before)).toHaveLength(1)
  })
})

// ASVS 6.2.2, 6.2.3, 6.3.7
describe('one’s own password', () => {
  it('is changed with the present one, and signs out all other devices', async () => {
    const { email, here, phone } = await onTwoDevices()
    expect((await change(here, ADMIN_PASSWORD, 'seven herons stand in the water')).status).toBe(200)
    expect([await isIn(here), await isIn(phone)]).toEqual([true, false])
    expect((await signInAs(email)).status).toBe(401)
    expect((await signInAs(email, { password: 'seven herons stand in the water' })).status).toBe(200)
    expect(subjectsTo(email)).toContain('Your password was changed')
  })

  it('stays without the present one, or if it is easy to guess', async () => {
    const { here } = await onTwoDevices()
    expect(await change(here, 'a guess', 'seven herons stand in the water')).toMatchObject({
      status: 401,
      body: { fields: { currentPassword: 'This is not your password' } },
    })
    expect(await change(here, ADMIN_PASSWORD, 'passwordpassword')).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('too easy to guess') as string } },
    })
    expect(await isIn(here)).toBe(true)
  })

  // ASVS 6.2.12
  it('is not changed to one that has leaked, and refusals count as no wrong password', async () => {
    const { email, here } = await onTwoDevices()
    for (let nth = 0; nth < 6; nth += 1) {
      expect(await change(here, ADMIN_PASSWORD, LEAKED_PASSWORD)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.stringContaining('in a leak of another website') as string } },
      })
    }
    // A device with five failures is revoked, and its next sign-in announced.
    const before = subjectsTo(email).length
    expect((await signInAs(email, { cookie: here.cookie })).status).toBe(200)
    expect(subjectsTo(email)).toHaveLength(before)
  })

  it('is not asked about for somebody who lacks the present one', async () => {
    const { here } = await onTwoDevices()
    const before = world.pwnedPasswords.requests.length
    expect((await change(here, 'a guess', LEAKED_PASSWORD)).status).toBe(401)
    expect((await change(here, ADMIN_PASSWORD, 'passwordpassword')).status).toBe(400)
    expect(world.pwnedPasswords.requests).toHaveLength(before)
  })

  it('is changed once by two devices at the same time', async () => {
    const { here, phone } = await onTwoDevices()
    const answers = await Promise.all([
      change(here, ADMIN_PASSWORD, 'seven herons stand in the water'),
      change(phone, ADMIN_PASSWORD, 'eight herons stand in the water'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})
