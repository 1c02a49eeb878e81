import { describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/base/endpoint.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { addAdmin, ADMIN_PASSWORD, cookieNamed, credentials, signInAs } from '#tests/harness/admin-session.ts'
import { createAuthenticator } from '#tests/harness/authenticator.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { PortalBrowser } from '#tests/harness/portal-browser.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

type Device = ReturnType<typeof createAuthenticator>

async function signedIn(role: Role = 'owner') {
  const person = await addAdmin(world, role)
  const browser = new PortalBrowser()
  expect(await browser.signIn(person.email)).toMatchObject({ status: 200, owesPasskey: false })
  return { ...person, browser }
}

async function add(browser: PortalBrowser, device: Device, name = 'My phone') {
  const { options } = await browser.ask('passkeyOptions', { add: true })
  return await browser.ask('addPasskey', { name, attestation: device.attest(options!.challenge) })
}

async function withPasskey(role: Role = 'owner') {
  const person = await signedIn(role)
  const device = createAuthenticator()
  const { status, recoveryCodes = [] } = await add(person.browser, device)
  expect([status, recoveryCodes.length]).toEqual([200, 10])
  return { ...person, device, recoveryCodes }
}

/** All that a password opens as long as the passkey is due, beside Logout: what presents it. */
const WITH_PASSWORD_ALONE = ['addPasskey', 'passkeyOptions', 'stepUp']

/** Lets the last proof of all sessions become old. */
const letProofsAge = () => world.rows("update admin_session set proved_at = proved_at - interval '6 minutes'")

async function prove(browser: PortalBrowser, device: Device, forged: Parameters<Device['assert']>[1] = {}) {
  const { options } = await browser.ask('passkeyOptions', {})
  return await browser.ask('stepUp', {
    by: 'passkey',
    assertion: device.assert(options?.challenge ?? 'none', forged),
  })
}

async function signInByPasskey(device: Device, forged: Parameters<Device['assert']>[1] = {}) {
  const browser = new PortalBrowser()
  const { challenge } = await browser.ask('signInOptions', {})
  return { browser, answer: await browser.ask('signInWithPasskey', device.assert(challenge!, forged)) }
}

const emailsTo = async (email: string) => {
  await sendEmails(world.services)
  return world.mail.list().flatMap(({ to, subject }) => (to === email ? [subject] : []))
}

// ASVS 6.3.3, 7.2.4
describe('a passkey', () => {
  it('signs in alone, and is listed with its name', async () => {
    const { device, browser, email } = await withPasskey()
    const { answer } = await signInByPasskey(device)
    expect(answer).toMatchObject({ status: 200, email, role: 'owner' })
    expect((await browser.ask('passkeys')).passkeys).toMatchObject([
      { id: device.id, name: 'My phone', isSynced: true },
    ])
    expect(await emailsTo(email)).toContain('A passkey was added to your account')
  })

  it('is due after the password, which opens nothing before', async () => {
    const { device, email } = await withPasskey()
    const browser = new PortalBrowser()
    expect(await browser.signIn(email)).toMatchObject({ status: 200, owesPasskey: true })
    const portal = everyEndpoint.filter(([name, { access }]) => access === 'admin' && name !== 'logout')
    const open = []
    for (const [name] of portal) if ((await browser.ask(name)).code !== 'step_up_required') open.push(name)
    expect(open.toSorted()).toEqual(WITH_PASSWORD_ALONE)
    await browser.signIn(email)
    expect(await add(browser, createAuthenticator())).toMatchObject({ status: 403 })
    expect(await browser.ask('stepUp', { by: 'password', password: ADMIN_PASSWORD })).toMatchObject({
      code: 'step_up_required',
    })
    const before = browser.copy()
    expect(await prove(browser, device)).toMatchObject({ status: 200, proved: true })
    expect((await browser.ask('passkeys')).status).toBe(200)
    // Whoever read the cookie before has nothing.
    expect(await before.ask('passkeys')).toMatchObject({ code: 'signed_out' })
  })

  it('may sign out without it', async () => {
    const { email } = await withPasskey()
    const browser = new PortalBrowser()
    await browser.signIn(email)
    expect((await browser.ask('logout', {})).status).toBe(200)
  })

  it('is due once more after five minutes, where a password is not enough any more', async () => {
    const { browser, device } = await withPasskey()
    await letProofsAge()
    expect((await browser.ask('newRecoveryCodes', {})).code).toBe('step_up_required')
    expect((await browser.ask('passkeyOptions', {})).due).toBe('passkey')
    expect((await prove(browser, device)).status).toBe(200)
    expect((await browser.ask('newRecoveryCodes', {})).recoveryCodes).toHaveLength(10)
  })

  it('of a second device works, too, and may be renamed and removed', async () => {
    const { browser, device } = await withPasskey()
    const second = createAuthenticator()
    expect((await add(browser, second, 'Laptop')).recoveryCodes).toEqual([])
    expect((await signInByPasskey(second)).answer.status).toBe(200)
    const renamed = await browser.ask('renamePasskey', { name: 'Old laptop' }, { params: { id: second.id } })
    expect(renamed.passkeys?.map(({ name }) => name)).toEqual(['My phone', 'Old laptop'])
    await browser.ask('removePasskey', {}, { params: { id: second.id } })
    expect((await signInByPasskey(second)).answer).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect((await signInByPasskey(device)).answer.status).toBe(200)
  })

  it('takes the recovery codes with it when it is the last', async () => {
    const { browser, device, email } = await withPasskey()
    const left = await browser.ask('removePasskey', {}, { params: { id: device.id } })
    expect(left).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect(await new PortalBrowser().signIn(email)).toMatchObject({ owesPasskey: false })
  })

  it('that counts back still works, and is told', async () => {
    const { device, email } = await withPasskey()
    expect((await signInByPasskey(device, { counter: 41 })).answer.status).toBe(200)
    expect(await emailsTo(email)).not.toContain('A passkey of your account may have been copied')
    expect((await signInByPasskey(device, { counter: 40 })).answer.status).toBe(200)
    expect(await emailsTo(email)).toContain('A passkey of your account may have been copied')
  })

  it.each([
    ['origin', { origin: 'https://clinic.example.net' }],
    ['site', { host: 'example.net' }],
    ['kind of answer', { type: 'webauthn.create' }],
    ['check of the person', { isUnverified: true }],
  ])('is not accepted with another %s', async (_, forged) => {
    const { device, browser } = await withPasskey()
    expect((await signInByPasskey(device, forged)).answer).toMatchObject({ status: 401 })
    expect(await prove(browser, device, forged)).toMatchObject({ status: 401 })
  })

  it.each([
    ['origin', { origin: 'https://clinic.example.net' }],
    ['site', { host: 'example.net' }],
    ['kind of answer', { type: 'webauthn.get' }],
    ['check of the person', { isUnverified: true }],
    ['attestation', { format: 'packed' }],
    ['algorithm', { algorithm: -47 }],
  ])('is not added with another %s', async (_, forged) => {
    const { browser } = await signedIn()
    const { options } = await browser.ask('passkeyOptions', { add: true })
    const attestation = createAuthenticator().attest(options!.challenge, forged)
    expect(await browser.ask('addPasskey', { name: 'Forged', attestation })).toMatchObject({ status: 401 })
    expect((await browser.ask('passkeys')).passkeys).toEqual([])
  })

  it('of one person is not added to another', async () => {
    const { device, id } = await withPasskey()
    const other = await signedIn()
    expect(await add(other.browser, device)).toMatchObject({ status: 401 })
    const [row] = await world.rows<{ admin_id: string }>('select admin_id from passkey where id = $1', [
      device.id,
    ])
    expect(row?.admin_id).toBe(id)
  })

  it('proves nothing in the session of another person', async () => {
    const { device } = await withPasskey()
    const victim = await withPasskey()
    await letProofsAge()
    expect(await prove(victim.browser, device)).toMatchObject({ status: 401 })
    expect((await victim.browser.ask('newRecoveryCodes', {})).code).toBe('step_up_required')
  })
})

// ASVS 6.5.1, 6.5.5
describe('a challenge', () => {
  it('is used once, also by two at the same time', async () => {
    const { device } = await withPasskey()
    const browser = new PortalBrowser()
    const { challenge } = await browser.ask('signInOptions', {})
    const assertion = device.assert(challenge!)
    const tabs = [browser.copy(), browser.copy(), browser.copy()]
    const answers = await Promise.all(tabs.map((tab) => tab.ask('signInWithPasskey', assertion)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401])
  })

  // ASVS 9.2.2
  it('is of its browser, its purpose and its session', async () => {
    const { device, browser, email } = await withPasskey()
    const { options } = await browser.ask('passkeyOptions', {})
    const { challenge } = await new PortalBrowser().ask('signInOptions', {})
    // Without its cookie.
    expect(await new PortalBrowser().ask('signInWithPasskey', device.assert(challenge!))).toMatchObject({
      status: 401,
    })
    // Of a step-up, for a sign-in.
    expect(await browser.copy().ask('signInWithPasskey', device.assert(options!.challenge))).toMatchObject({
      status: 401,
    })
    // Of a sign-in, for a step-up.
    const mixed = browser.copy()
    const forSignIn = await mixed.ask('signInOptions', {})
    const assertion = device.assert(forSignIn.challenge!)
    expect(await mixed.ask('stepUp', { by: 'passkey', assertion })).toMatchObject({ status: 401 })
    // Of another session of the same person.
    const other = new PortalBrowser()
    await other.signIn(email)
    const own = await browser.ask('passkeyOptions', {})
    const moved = other.copy()
    moved.keep(
      new Response(null, {
        headers: { 'set-cookie': `challenge=${/challenge=([^;]*)/.exec(browser.headers.cookie)![1]}` },
      }),
    )
    expect(
      await moved.ask('stepUp', { by: 'passkey', assertion: device.assert(own.options!.challenge) }),
    ).toMatchObject({ status: 401 })
  })

  it('ends after five minutes', async () => {
    const { device } = await withPasskey()
    const browser = new PortalBrowser()
    const { challenge } = await browser.ask('signInOptions', {})
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    try {
      expect((await browser.ask('signInWithPasskey', device.assert(challenge!))).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })
})

// ASVS 6.5.2, 6.5.3, 6.5.4
describe('a recovery code', () => {
  it('stands in for the passkey once, however it is typed', async () => {
    const { email, recoveryCodes } = await withPasskey()
    const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
    const browser = new PortalBrowser()
    await browser.signIn(email)
    expect(await browser.ask('stepUp', { by: 'recovery-code', recoveryCode: typed })).toMatchObject({
      status: 200,
    })
    expect((await browser.ask('passkeys')).recoveryCodesLeft).toBe(9)
    expect(await emailsTo(email)).toContain('A recovery code of your account was used')
    const again = new PortalBrowser()
    await again.signIn(email)
    expect(await again.ask('stepUp', { by: 'recovery-code', recoveryCode: typed })).toMatchObject({
      status: 401,
      fields: { recoveryCode: expect.stringContaining('not right') as string },
    })
  })

  it('is used by one of two at the same time', async () => {
    const { email, recoveryCodes } = await withPasskey()
    const tabs = [new PortalBrowser(), new PortalBrowser()]
    for (const tab of tabs) await tab.signIn(email)
    const answers = await Promise.all(
      tabs.map((tab) => tab.ask('stepUp', { by: 'recovery-code', recoveryCode: recoveryCodes[0] })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401])
  })

  it('cannot be guessed in a session from many addresses, and its owner still gets in', async () => {
    const { email, device, recoveryCodes } = await withPasskey()
    const thief = new PortalBrowser()
    await thief.signIn(email)
    const answers = []
    for (let index = 0; index < 12; index += 1)
      answers.push(
        await thief.ask(
          'stepUp',
          { by: 'recovery-code', recoveryCode: 'Z'.repeat(23) + index.toString(16) },
          { address: `198.51.100.${index}` },
        ),
      )
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect(await thief.ask('stepUp', { by: 'recovery-code', recoveryCode: recoveryCodes[0] })).toMatchObject({
      status: 429,
    })
    expect((await signInByPasskey(device)).answer.status).toBe(200)
    const owner = new PortalBrowser()
    await owner.signIn(email)
    expect((await owner.ask('stepUp', { by: 'recovery-code', recoveryCode: recoveryCodes[0] })).status).toBe(
      200,
    )
  })

  it('is made anew, which ends the former ones', async () => {
    const { browser, email, recoveryCodes } = await withPasskey()
    const { recoveryCodes: fresh = [] } = await browser.ask('newRecoveryCodes', {})
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20)
    const other = new PortalBrowser()
    await other.signIn(email)
    expect((await other.ask('stepUp', { by: 'recovery-code', recoveryCode: recoveryCodes[0] })).status).toBe(
      401,
    )
    expect((await other.ask('stepUp', { by: 'recovery-code', recoveryCode: fresh[0] })).status).toBe(200)
  })

  it('is not made for somebody without a passkey', async () => {
    const { browser } = await signedIn()
    expect(await browser.ask('newRecoveryCodes', {})).toMatchObject({ status: 409, code: 'not_active' })
  })
})

describe('when everybody needs a passkey', () => {
  const letAll = () => world.rows('update site set passkeys_required = false')

  it('an owner with one has said so, and who has none adds one at the next sign-in', async () => {
    const without = await signedIn()
    expect(await without.browser.ask('requirePasskeys', { areRequired: true })).toMatchObject({ status: 409 })
    const { browser, device } = await withPasskey()
    try {
      expect(await browser.ask('requirePasskeys', { areRequired: true })).toMatchObject({ areRequired: true })
      expect(await browser.ask('removePasskey', {}, { params: { id: device.id } })).toMatchObject({
        status: 409,
        code: 'not_active',
      })
      const next = new PortalBrowser()
      expect(await next.signIn(without.email)).toMatchObject({ owesPasskey: true })
      expect((await next.ask('passkeys')).code).toBe('step_up_required')
      expect((await next.ask('passkeyOptions', {})).due).toBe('new-passkey')
      const added = await add(next, createAuthenticator())
      expect(added.recoveryCodes).toHaveLength(10)
      expect((await next.ask('passkeys')).status).toBe(200)
    } finally {
      await letAll()
    }
  })
})

describe('after a phone was lost', () => {
  it('an owner resets the passkeys of another person, whose sessions end', async () => {
    const lost = await withPasskey('staff')
    const owner = await signedIn()
    expect(await owner.browser.ask('resetPasskeys', {}, { params: { id: lost.id } })).toMatchObject({
      status: 200,
      hasPasskey: false,
    })
    expect((await lost.browser.ask('passkeys')).code).toBe('signed_out')
    expect((await signInByPasskey(lost.device)).answer.status).toBe(401)
    expect(await new PortalBrowser().signIn(lost.email)).toMatchObject({ owesPasskey: false })
    expect(await emailsTo(lost.email)).toContain('The passkeys of your account were reset')
  })
})

describe('a password', () => {
  it('of somebody with a passkey is changed only with the passkey', async () => {
    const { browser } = await withPasskey()
    await letProofsAge()
    const change = { currentPassword: ADMIN_PASSWORD, password: 'another heron in the Mersey' }
    expect(await browser.ask('changePassword', change)).toMatchObject({ code: 'step_up_required' })
  })

  it('of a known device does not skip the passkey', async () => {
    const { email } = await withPasskey()
    const first = await signInAs(email)
    const device = cookieNamed(first, 'device')!.split(';')[0]!
    await credentials(first)
    const again = await signInAs(email, { cookie: device })
    expect(await again.json()).toMatchObject({ owesPasskey: true })
  })
})
