import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { addAdmin } from '#tests/harness/admin-session.ts'
import { createAuthenticator } from '#tests/harness/authenticator.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { PortalBrowser } from '#tests/harness/portal-browser.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const HOUR_MS = 3_600_000

let codes = 0
/** Sets another code, as somebody would at Netlify. */
function chooseCode(): string {
  codes += 1
  const code = `a code for an owner, number ${codes}`
  process.env['RECOVERY_CODE'] = code
  return code
}

afterEach(() => {
  vi.useRealTimers()
})

const later = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })

async function ownerWithPasskey() {
  const { email, id } = await addAdmin(world)
  const browser = new PortalBrowser()
  await browser.signIn(email)
  const { options } = await browser.ask('passkeyOptions', { add: true })
  const attestation = createAuthenticator().attest(options!.challenge)
  expect((await browser.ask('addPasskey', { name: 'Phone', attestation })).status).toBe(200)
  return { email, id, browser }
}

const type = (recoveryCode: string, email: string, address?: string) =>
  new PortalBrowser().ask('recover', { recoveryCode, email }, address === undefined ? {} : { address })

async function emailsTo(email: string) {
  await sendEmails(world.services)
  return world.mail.list().filter(({ to }) => to === email)
}

// ASVS 6.4.4
describe('the recovery code of Netlify', () => {
  it('is told to every owner at once, and ends the passkeys after a day, once', async () => {
    const [lost, other] = [await ownerWithPasskey(), await addAdmin(world)]
    const code = chooseCode()
    const { status, worksFrom } = await type(code, lost.email)
    expect(status).toBe(200)
    expect(Date.parse(worksFrom ?? '') - Date.now()).toBeGreaterThan(23.9 * HOUR_MS)
    for (const { email } of [lost, other]) {
      const subjects = (await emailsTo(email)).map(({ subject }) => subject)
      expect(subjects).toContainEqual(expect.stringMatching(/^Someone typed the recovery code for /))
    }
    // Again, too early.
    expect((await type(code, lost.email)).worksFrom).toBe(worksFrom)
    expect(await new PortalBrowser().signIn(lost.email)).toMatchObject({ owesPasskey: true })
    later(24.1)
    expect(await type(code, lost.email)).toMatchObject({ status: 200, worksFrom: null })
    expect(await new PortalBrowser().signIn(lost.email)).toMatchObject({ owesPasskey: false })
    later(1)
    expect((await type(code, lost.email)).status).toBe(401)
    expect((await type(code, other.email)).status).toBe(401)
  })

  it('is stopped in the portal, and never works again', async () => {
    const lost = await ownerWithPasskey()
    const code = chooseCode()
    await type(code, lost.email)
    expect((await lost.browser.ask('passkeys')).recovery).not.toBeNull()
    expect(await lost.browser.ask('stopRecovery')).toMatchObject({ status: 200, recovery: null })
    later(24.1)
    expect((await type(code, lost.email)).status).toBe(401)
    expect(await new PortalBrowser().signIn(lost.email)).toMatchObject({ owesPasskey: true })
  })

  it('is stopped by the link in the email, which ends all sessions, too', async () => {
    const lost = await ownerWithPasskey()
    const code = chooseCode()
    await type(code, lost.email)
    const email = (await emailsTo(lost.email)).find(({ subject }) => subject.includes('recovery code'))
    const token = /end-sessions#(\S+)/.exec(email?.text ?? '')?.[1]
    expect((await new PortalBrowser().ask('endSessions', { token })).status).toBe(200)
    expect((await lost.browser.ask('passkeys')).code).toBe('signed_out')
    later(24.1)
    expect((await type(code, lost.email)).status).toBe(401)
  })

  it('is not stopped by the link of one of the staff', async () => {
    const lost = await ownerWithPasskey()
    const staff = await addAdmin(world, 'staff')
    const code = chooseCode()
    await type(code, lost.email)
    const { endSessionsToken } = await import('#server/links/end-sessions-link.ts')
    const token = endSessionsToken(staff.id, new Date(Date.now() + HOUR_MS))
    expect((await new PortalBrowser().ask('endSessions', { token })).status).toBe(200)
    expect((await lost.browser.ask('passkeys')).recovery).not.toBeNull()
    await lost.browser.ask('stopRecovery')
  })

  it.each([
    ['a wrong code', () => 'a code that nobody has chosen', (email: string) => email],
    ['an owner who does not exist', chooseCode, () => 'nobody@example.com'],
  ])('does nothing with %s', async (_, codeOf, emailOf) => {
    const lost = await ownerWithPasskey()
    const code = codeOf()
    expect(await type(code, emailOf(lost.email))).toMatchObject({
      status: 401,
      fields: { recoveryCode: expect.stringContaining('not the recovery code') as string },
    })
    expect((await lost.browser.ask('passkeys')).recovery).toBeNull()
  })

  it('cannot be guessed', async () => {
    const lost = await ownerWithPasskey()
    chooseCode()
    const answers = []
    for (let count = 0; count < 6; count += 1)
      answers.push((await type('a code that is guessed', lost.email, '203.0.113.9')).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('is closed while it is not set', async () => {
    const { email } = await ownerWithPasskey()
    delete process.env['RECOVERY_CODE']
    expect((await type('any code', email)).status).toBe(503)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('RECOVERY_CODE is unset')])
  })
})
