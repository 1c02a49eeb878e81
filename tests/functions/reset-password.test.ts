import { describe, expect, it } from 'vitest'
import { LEAKED_PASSWORD } from '#local/pwned-passwords.ts'
import { addAdmin, ADMIN_PASSWORD, cookieNamed, credentials, signInAs } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { forgotPassword, login, resetPassword, session } = functions

const world = useWorld()
const NEW = 'the ferry leaves at dusk'

const ask = (email: string, address?: string) =>
  callFunction(forgotPassword, {
    path: '/api/admin/forgot-password',
    body: { email },
    ...(address && { address }),
  })
const reset = (token: string, password = NEW) =>
  callFunction(resetPassword, { path: '/api/admin/reset-password', body: { token, password } })
const whoAmI = (headers: Record<string, string>) =>
  callFunction(session, { path: '/api/admin/session', method: 'GET', headers })
const mailsTo = (email: string, subject: string) =>
  world.mail.list().filter((mail) => mail.to === email && mail.subject === subject)
const linksTo = (email: string) =>
  mailsTo(email, 'Choose a new password').map(
    ({ text }) => /http:\/\/localhost:4321\/admin\/reset-password#(\S+)/.exec(text)?.[1] ?? '',
  )

async function askForLink() {
  const { email, id } = await addAdmin(world)
  await ask(email)
  return { email, id, token: linksTo(email)[0]! }
}

describe('forgot-password', () => {
  // ASVS 6.4.3, 14.2.1
  it('emails a link with its secret in the fragment, and stores no secret', async () => {
    const { email, token } = await askForLink()
    expect(token).toMatch(/^[\w-]{43}$/)
    const [mail] = mailsTo(email, 'Choose a new password')
    expect(mail?.html).toContain(`href="http://localhost:4321/admin/reset-password#${token}"`)
    expect(JSON.stringify(await world.rows('select * from password_reset, outbox, activity'))).not.toContain(
      token,
    )
  })

  // ASVS 6.4.3
  it('responds the same for an unknown address, and emails nothing', async () => {
    const { email } = await addAdmin(world)
    const [known, unknown] = [await ask(email), await ask('nobody@example.com')]
    expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()])
    expect(world.mail.list().filter(({ to }) => to === 'nobody@example.com')).toEqual([])
  })

  it('accepts three requests an hour from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, count) => ask(`nobody-${count}@example.com`, '203.0.113.77')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500)
  })

  // ASVS 6.4.3
  it('emails a link to this site, whatever host the request names', async () => {
    const { email } = await addAdmin(world)
    const request = new Request('http://evil.example/api/admin/forgot-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ email }),
    })
    const after: Promise<unknown>[] = []
    const context = {
      ip: '192.0.2.252',
      requestId: 'r',
      waitUntil: (work: Promise<unknown>) => after.push(work),
      deploy: { context: 'production' },
    }
    await forgotPassword(request, context as never)
    await Promise.all(after)
    const [mail] = mailsTo(email, 'Choose a new password')
    expect(mail?.html).toContain('http://localhost:4321/admin/reset-password#')
    expect(JSON.stringify(mail)).not.toContain('evil.example')
  })

  // ASVS 1.3.11
  it('emails one address, without injected headers', async () => {
    const { email } = await addAdmin(world)
    for (const typed of [`${email}\r\nBcc: thief@example.com`, `${email},thief@example.com`, [email]]) {
      const response = await callFunction(forgotPassword, {
        path: '/api/admin/forgot-password',
        body: { email: typed },
      })
      expect(response.status).toBe(400)
    }
  })
})

describe('reset-password', () => {
  // ASVS 6.2.2, 6.3.7, 7.4.3
  it('changes the password, ends every session, and emails the admin', async () => {
    const { email, id, token } = await askForLink()
    const before = [await credentials(await signInAs(email)), await credentials(await signInAs(email))]
    expect(await (await reset(token)).json()).toEqual({ reset: true })
    for (const headers of before) expect((await whoAmI(headers)).status).toBe(401)
    expect((await signInAs(email)).status).toBe(401)
    expect((await signInAs(email, { password: NEW })).status).toBe(200)
    expect(mailsTo(email, 'Your password was changed')).toHaveLength(1)
    const noted = await world.rows('select after from activity where actor = $1 and action = $2', [
      id,
      'password_reset',
    ])
    expect(noted).toEqual([{ after: null }])
  })

  // ASVS 6.3.5
  it('forgets every device, so that the next sign-in with one is emailed, and knows the browser that chose it', async () => {
    const { email, token } = await askForLink()
    const deviceOf = (response: Response) => cookieNamed(response, 'device')!.split(';')[0]!
    const known = deviceOf(await signInAs(email))
    const chosen = deviceOf(await reset(token))
    const announced = () => mailsTo(email, 'New sign-in to the admin portal').length
    expect(announced()).toBe(1)
    expect((await signInAs(email, { password: NEW, cookie: chosen })).status).toBe(200)
    expect(announced()).toBe(1)
    const again = await signInAs(email, { password: NEW, cookie: known })
    expect([again.status, announced()]).toEqual([200, 2])
    expect(deviceOf(again)).not.toBe(known)
  })

  // ASVS 6.4.1, 6.5.1
  it('works once, also concurrently', async () => {
    const { email, token } = await askForLink()
    const passwords = Array.from({ length: 5 }, (_, count) => `${NEW}, ferry ${'x'.repeat(count)}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '404',
      '404',
      '404',
      '404',
    ])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await signInAs(email, { password: winner })).status).toBe(200)
    const late = await reset(token)
    expect(((await late.json()) as { message: string }).message).toContain('Please ask for a new one')
  })

  it('invalidates all other links of the admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email } = await addAdmin(world)
      await ask(email)
      await world.rows(`update password_reset set expires_at = expires_at - interval '16 minutes'`)
      await ask(email)
      const answers = await Promise.all(linksTo(email).map((token) => reset(token)))
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    }
  })

  // ASVS 6.4.1
  it('accepts a link for half an hour', async () => {
    const { token } = await askForLink()
    await world.rows(`update password_reset set expires_at = expires_at - interval '29 minutes'`)
    expect((await reset(token, 'short')).status).toBe(400)
    await world.rows(`update password_reset set expires_at = expires_at - interval '1 minute'`)
    expect((await reset(token)).status).toBe(404)
  })

  // ASVS 6.2.1, 6.3.4
  it.each([
    ['fourteen chars', 'Please use at least 15 characters. A short phrase works well'],
    ['🐦🐦🐦🐦🐦🐦🐦🐦', 'Please use at least 15 characters. A short phrase works well'],
    ['x'.repeat(201), 'Please use at most 200 characters'],
    ['passwordpassword1', 'This password is too easy to guess. Please try a few words of your own.'],
  ])('refuses %j with a field error, and the link still works', async (password, sentence) => {
    const { token } = await askForLink()
    const response = await reset(token, password)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({ password: sentence })
    expect((await reset(token)).status).toBe(200)
  })

  // ASVS 6.2.12
  it('refuses a password of another website’s leak with a field error, and the link still works', async () => {
    const { token } = await askForLink()
    const response = await reset(token, LEAKED_PASSWORD)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      password:
        'This password has been in a leak of another website, so others may know it. Please choose another one.',
    })
    expect((await reset(token)).status).toBe(200)
  })

  // ASVS 6.2.12
  it('accepts a password while nobody can say whether it has leaked', async () => {
    const { token } = await askForLink()
    world.pwnedPasswords.fault = 'down'
    expect((await reset(token, LEAKED_PASSWORD)).status).toBe(200)
    world.pwnedPasswords.fault = undefined
  })

  it('asks nobody about a password that is refused anyway, or comes with a link that opens nothing', async () => {
    const { token } = await askForLink()
    const before = world.pwnedPasswords.requests.length
    expect((await reset(token, 'short')).status).toBe(400)
    expect((await reset(token, 'passwordpassword1')).status).toBe(400)
    expect((await reset('no link', LEAKED_PASSWORD)).status).toBe(404)
    expect(world.pwnedPasswords.requests).toHaveLength(before)
  })

  // ASVS 6.2.9
  it('accepts two hundred characters of any kind', async () => {
    const { email, token } = await askForLink()
    const password = 'heron and ferry, 鷺 '.repeat(11).slice(0, 200)
    expect((await reset(token, password)).status).toBe(200)
    expect((await signInAs(email, { password })).status).toBe(200)
  })

  // ASVS 6.4.2
  it('refuses every other token', async () => {
    const { token } = await askForLink()
    for (const other of ['', 'null', token.slice(0, -1), token.toLowerCase(), `${token}=`]) {
      expect((await reset(other)).status).toBe(404)
    }
  })

  // ASVS 7.4.3
  it('wins against a concurrent sign-in with the old password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, token } = await askForLink()
      const [signedIn] = await Promise.all([signInAs(email), reset(token)])
      if (signedIn.status !== 200) continue
      expect((await whoAmI(await credentials(signedIn))).status).toBe(401)
    }
  })

  it('unlocks the account in this browser, even while an attack continues', async () => {
    const { email, token } = await askForLink()
    const lock = () => world.rows(`update sign_in_failure set failures = 100 where address = ''`)
    await signInAs(email, { password: 'a guess' })
    await lock()
    const response = await reset(token)
    const cookie = cookieNamed(response, 'device')!
    await signInAs(email, { password: 'a guess' })
    await lock()
    expect((await signInAs(email, { password: NEW })).status).toBe(429)
    expect((await signInAs(email, { password: NEW, cookie: cookie.split(';')[0]! })).status).toBe(200)
  })

  // ASVS 8.2.3
  it('ignores other fields of the body', async () => {
    const [mine, theirs] = [await askForLink(), await addAdmin(world)]
    const response = await callFunction(resetPassword, {
      path: '/api/admin/reset-password',
      body: { token: mine.token, password: NEW, email: theirs.email, adminId: theirs.id, admin: true },
    })
    expect(response.status).toBe(200)
    expect((await signInAs(theirs.email)).status).toBe(200)
    expect((await signInAs(mine.email, { password: ADMIN_PASSWORD })).status).toBe(401)
  })

  // ASVS 3.5.1
  it.each([
    ['forgot-password', forgotPassword],
    ['reset-password', resetPassword],
    ['login', login],
  ])('%s is refused when another site sends it', async (name, handler) => {
    const response = await callFunction(handler, {
      path: `/api/admin/${name}`,
      body: {},
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })
})
