import { describe, expect, it } from 'vitest'
import { accountKey } from '#server/auth/secret-tokens.ts'
import { signIn as signInAtServer } from '#server/auth/sign-in.ts'
import { addAdmin, cookieNamed, signInAs } from '#tests/harness/admin-session.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const deviceOf = (response: Response) => cookieNamed(response, 'device')?.split(';')[0] ?? ''

describe('sign-in attempts with wrong passwords', () => {
  const guess = (email: string, address: string, cookie = '') =>
    signInAs(email, { password: 'a guess', address, cookie })
  const pass = () => world.rows(`update sign_in_failure set retry_at = now()`)

  // ASVS 6.3.1
  it.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [14, 512],
    [15, 900],
    [99, 900],
  ])('from one address: after %i the next one waits %i seconds', async (failures, seconds) => {
    const { email } = await addAdmin(world)
    const still = { ...world.services, clock: { now: () => new Date('2026-06-01T12:00:00Z') } }
    const from = { addressKey: `still ${failures}`, device: undefined, session: undefined, userAgent: '' }
    const guessed = () => signInAtServer(still, { email, password: 'a guess' }, from).catch((error) => error)
    await world.rows(
      `insert into sign_in_failure values ($1, $2, $3, '2026-06-01T12:00:00Z'), ($1, '', 1, '2026-06-01T12:00:00Z')`,
      [accountKey(email), from.addressKey, failures - 1],
    )
    expect(await guessed()).toMatchObject({ code: 'wrong_credentials' })
    const next = seconds === 0 ? { code: 'wrong_credentials' } : { retryAfterSeconds: seconds }
    expect(await guessed()).toMatchObject(next)
  })

  // ASVS 6.3.1
  it('are counted before they are verified, so that concurrent ones all count', async () => {
    const { email } = await addAdmin(world)
    const answers = await Promise.all(Array.from({ length: 15 }, () => guess(email, '198.51.100.2')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  // ASVS 6.3.1
  it('from one address at many accounts are refused after twenty in ten minutes', async () => {
    const nobodies = Array.from({ length: 24 }, (_, count) => `stranger-${count}@example.com`)
    // Locked already, so that none of them costs a password hash.
    await world.rows(`insert into sign_in_failure select unnest($1::text[]), '', 100, now()`, [
      nobodies.map(accountKey),
    ])
    const answers = await Promise.all(nobodies.map((nobody) => guess(nobody, '198.51.100.3')))
    const said = await Promise.all(
      answers.map(async (answer) => (await answer.json()) as { message: string }),
    )
    expect(said.filter(({ message }) => message.includes('Forgot password'))).toHaveLength(20)
  })

  it('and the owner’s double click on the same device both get a response', async () => {
    const { email } = await addAdmin(world)
    const device = deviceOf(await signInAs(email))
    const clicks = Array.from({ length: 8 }, (_, count) =>
      signInAs(email, {
        cookie: device,
        address: '198.51.100.13',
        ...(count % 4 === 3 && { password: 'a guess' }),
      }),
    )
    const statuses = (await Promise.all(clicks)).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
  })

  it('are no longer counted once the owner signs in', async () => {
    const { email } = await addAdmin(world)
    for (let count = 0; count < 4; count += 1) await guess(email, '198.51.100.4')
    expect((await signInAs(email, { address: '198.51.100.4' })).status).toBe(200)
    for (let count = 0; count < 4; count += 1) {
      expect((await guess(email, '198.51.100.4')).status).toBe(401)
    }
    expect((await signInAs(email, { address: '198.51.100.4' })).status).toBe(200)
  })

  // ASVS 6.1.1
  it('from one address, a thousand, do not lock out the owner, even behind the same address', async () => {
    const { email } = await addAdmin(world)
    const device = deviceOf(await signInAs(email))
    for (let round = 1; round <= 4; round += 1) {
      await Promise.all(Array.from({ length: 250 }, () => guess(email, '198.51.100.5')))
      expect((await signInAs(email, { cookie: device, address: '198.51.100.5' })).status).toBe(200)
      expect((await signInAs(email, { address: `198.51.101.${round}` })).status).toBe(200)
    }
  })

  it('from a thousand addresses leave the owner’s known devices unaffected and lock everyone else out', async () => {
    const { email } = await addAdmin(world)
    const device = deviceOf(await signInAs(email))
    await guess(email, '198.51.100.6')
    // 91 of the hundred failures were yesterday, because each hash takes time.
    await world.rows(`update sign_in_failure set failures = 91 where account = $1 and address = ''`, [
      accountKey(email),
    ])
    const statuses: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const guesses = Array.from({ length: 100 }, (_, n) => guess(email, `10.0.${round}.${n}`))
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
      expect((await signInAs(email, { address: `198.51.101.${round}` })).status).toBe(429)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(9)
    expect(statuses.filter((status) => status === 429)).toHaveLength(991)
    const stranger = await signInAs(email, { address: '198.51.100.7' })
    expect(((await stranger.json()) as { message: string }).message).toContain('Forgot password')
    expect((await signInAs(email, { cookie: device, address: '10.0.0.1' })).status).toBe(200)
    expect((await signInAs(email, { address: '198.51.100.8' })).status).toBe(200)
  })

  // ASVS 6.3.8
  it('lock an account that does not exist with the same message', async () => {
    const messageFor = async (email: string) => {
      await guess(email, '198.51.100.9')
      await world.rows(`update sign_in_failure set failures = 100 where address = ''`)
      const response = await guess(email, '198.51.100.10')
      return [response.status, await response.json(), response.headers.get('retry-after')]
    }
    const { email } = await addAdmin(world)
    expect(await messageFor('nobody-at-all@example.com')).toEqual(await messageFor(email))
  })

  it('from a known device revoke it after five', async () => {
    const { email } = await addAdmin(world)
    const device = deviceOf(await signInAs(email))
    for (let count = 0; count < 5; count += 1) {
      expect((await guess(email, '198.51.100.11', device)).status).toBe(401)
    }
    expect((await signInAs(email, { cookie: device, address: '198.51.100.11' })).status).toBe(429)
    await pass()
    const again = await signInAs(email, { cookie: device, address: '198.51.100.11' })
    expect(again.status).toBe(200)
    expect(deviceOf(again)).not.toBe(device)
  })

  it('with a known device of another account count as from an unknown one', async () => {
    const { email } = await addAdmin(world)
    const theirs = deviceOf(await signInAs((await addAdmin(world)).email))
    for (let count = 0; count < 5; count += 1) await guess(email, '198.51.100.12', theirs)
    expect((await guess(email, '198.51.100.12', theirs)).status).toBe(429)
  })
})
