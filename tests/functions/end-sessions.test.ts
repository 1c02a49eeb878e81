import { describe, expect, it, onTestFinished } from 'vitest'
import { endSessions } from '#server/auth/end-sessions.ts'
import { endSessionsToken } from '#server/links/end-sessions-link.ts'
import { addAdmin, cookieNamed, credentials, signInAs } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { endSessions: endSessionsFunction, session } = functions

const world = useWorld()
const SUBJECT = 'New sign-in to the admin portal'
const DAY = 24 * 60

const mailsTo = (email: string) =>
  world.mail.list().filter((mail) => mail.to === email && mail.subject === SUBJECT)
const tokenTo = (email: string) => /end-sessions#(\S+)/.exec(mailsTo(email)[0]?.text ?? '')?.[1] ?? ''
const press = (token: unknown, address?: string) =>
  callFunction(endSessionsFunction, {
    path: '/api/admin/end-sessions',
    body: { token },
    ...(address && { address }),
  })
const whoAmI = (headers: Record<string, string>) =>
  callFunction(session, { path: '/api/admin/session', method: 'GET', headers })
const deviceOf = (response: Response) => cookieNamed(response, 'device')?.split(';')[0] ?? ''

describe('an email about a sign-in', () => {
  // ASVS 6.3.5
  it('is sent for a new device, and not for a known device', async () => {
    const { email } = await addAdmin(world)
    const first = await signInAs(email)
    expect(mailsTo(email)).toHaveLength(1)
    await signInAs(email, { cookie: deviceOf(first) })
    expect(mailsTo(email)).toHaveLength(1)
    await signInAs(email)
    expect(mailsTo(email)).toHaveLength(2)
  })

  it('is not sent for a wrong password', async () => {
    const { email } = await addAdmin(world)
    await signInAs(email, { password: 'a guess' })
    expect(mailsTo(email)).toEqual([])
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 15000.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['curl/8.5.0', 'an unknown browser'],
    ['<b>Visit evil.example</b>', 'an unknown browser'],
    ['Firefox/<script>'.repeat(3), 'Firefox'],
    ['', 'an unknown browser'],
  ])('names the browser of %j', async (userAgent, browser) => {
    const { email } = await addAdmin(world)
    await signInAs(email, { userAgent })
    const [mail] = mailsTo(email)
    expect(mail?.text).toMatch(
      new RegExp(
        `signed in .* on \\w+ \\d+ \\w+ \\d{4} at \\d\\d:\\d\\d \\(London time\\), using ${browser}\\.`,
      ),
    )
    expect(JSON.stringify(mail)).not.toMatch(/evil\.example|script>|Mozilla/)
    expect(browser.length).toBeLessThanOrEqual(40)
  })

  it('contains a link with its token in the fragment, which is stored nowhere', async () => {
    const { email } = await addAdmin(world)
    await signInAs(email)
    const token = tokenTo(email)
    expect(mailsTo(email)[0]?.html).toContain(`href="http://localhost:4321/admin/end-sessions#${token}"`)
    const [, , signature = ''] = token.split('.')
    expect(signature).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await world.rows('select * from outbox, activity'))).not.toContain(signature)
  })
})

describe('end-sessions', () => {
  it('ends every session and deletes every known device of this admin only', async () => {
    const { email, id } = await addAdmin(world)
    const theirs = await credentials(await signInAs((await addAdmin(world)).email))
    const first = await signInAs(email)
    const [one, two] = [await credentials(first.clone()), await credentials(await signInAs(email))]
    expect(await (await press(tokenTo(email))).json()).toEqual({ ended: true })
    for (const headers of [one, two]) expect((await whoAmI(headers)).status).toBe(401)
    expect((await whoAmI(theirs)).status).toBe(200)
    const before = mailsTo(email).length
    await signInAs(email, { cookie: deviceOf(first) })
    expect(mailsTo(email)).toHaveLength(before + 1)
    expect(
      await world.rows(`select actor, after from activity where action = 'sessions_ended' and actor = $1`, [
        id,
      ]),
    ).toEqual([{ actor: id, after: { sessions: 2, devices: 2 } }])
  })

  it('is safe to repeat, also concurrently, and is recorded once', async () => {
    const { email, id } = await addAdmin(world)
    await signInAs(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(tokenTo(email))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(
      await world.rows(`select from activity where action = 'sessions_ended' and actor = $1`, [id]),
    ).toHaveLength(1)
  })

  it('works for 7 days', async () => {
    const { email, id } = await addAdmin(world)
    await signInAs(email)
    const token = tokenTo(email)
    const end = () => endSessions(world.services, token, `address ${id}`)
    world.clock.advance(7 * DAY - 1)
    onTestFinished(() => world.clock.advance(-7 * DAY - 1))
    await expect(end()).resolves.toBeUndefined()
    world.clock.advance(2)
    await expect(end()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses every other token with one message that names the next step, and ends nothing', async () => {
    const { email, id } = await addAdmin(world)
    const other = await addAdmin(world)
    const headers = await credentials(await signInAs(email))
    const token = tokenTo(email)
    const [admin = '', expires = '', signature = ''] = token.split('.')
    const later = String(Number(expires) + 1)
    const bad = [
      '',
      'null',
      token.slice(0, -1),
      `${token}=`,
      `${other.id}.${expires}.${signature}`,
      `${admin}.${later}.${signature}`,
      `${admin}.1e99.${signature}`,
      `${admin}..${signature}`,
      `${admin}.${expires}.`,
      endSessionsToken(id, new Date(0)),
    ]
    for (const [index, one] of bad.entries()) {
      const response = await press(one, `198.51.100.${index}`)
      expect([one, response.status]).toEqual([one, 404])
      expect(((await response.json()) as { message: string }).message).toBe(
        'This link is incomplete, or it is more than 7 days old. Please choose “Forgot password?” on the sign-in page instead. Setting a new password also signs out all devices.',
      )
    }
    for (const one of [7, [token], 'x'.repeat(1000)]) expect((await press(one)).status).toBe(400)
    expect((await whoAmI(headers)).status).toBe(200)
  })

  it('is limited to twenty requests in ten minutes from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => press('a guess', '203.0.113.90')))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  it('wins against a concurrent sign-in or comes before it', async () => {
    const { email } = await addAdmin(world)
    await signInAs(email)
    const [signedIn, ended] = await Promise.all([signInAs(email), press(tokenTo(email))])
    expect([signedIn.status, ended.status]).toEqual([200, 200])
    const [{ count } = { count: -1 }] = await world.rows<{ count: number }>(
      `select count(*)::int from admin_session join admin_user on admin_user.id = admin_id where email = $1`,
      [email],
    )
    expect((await whoAmI(await credentials(signedIn))).status).toBe(count === 1 ? 200 : 401)
  })

  it('is refused when another site sends it, and does nothing for a GET', async () => {
    const { email } = await addAdmin(world)
    const headers = await credentials(await signInAs(email))
    const token = tokenTo(email)
    const path = '/api/admin/end-sessions'
    const foreign = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
    expect(
      (await callFunction(endSessionsFunction, { path, body: { token }, headers: foreign })).status,
    ).toBe(403)
    expect(
      (await callFunction(endSessionsFunction, { path: `${path}?token=${token}`, method: 'GET' })).status,
    ).toBe(405)
    expect((await whoAmI(headers)).status).toBe(200)
  })
})
