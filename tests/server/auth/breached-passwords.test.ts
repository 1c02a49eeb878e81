import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { LEAKED_PASSWORD, startPwnedPasswords, type PwnedPasswords } from '#local/pwned-passwords.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'

const LEAKED = 'seven herons in a leak'
const MESSAGE = 'breached passwords could not be checked'
/** What every request of Node's has, and the padding. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'add-padding',
  'connection',
  'host',
  'sec-fetch-mode',
  'user-agent',
]
/** Short for the faults that no limit would end, and still enough for a request on a busy machine (ms). */
const SHORT = 300
/** So that no slow machine accepts a password because it was late (ms). */
const LONG = 60_000

let standIn: PwnedPasswords
let warned: MockInstance<typeof console.warn>
beforeEach(async () => {
  standIn = await startPwnedPasswords()
  vi.stubEnv('HIBP_API', standIn.url)
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  vi.unstubAllEnvs()
  warned.mockRestore()
  await standIn.stop()
})

const includes = (password: string, timeoutMs = LONG) => breachedPasswords(timeoutMs).includes(password)
const logged = () => warned.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)

// ASVS 6.2.12
describe('breachedPasswords', () => {
  it('includes a leaked password and no other, and logs nothing', async () => {
    standIn.leak(LEAKED)
    expect(await includes(LEAKED)).toBe(true)
    expect(await includes(`${LEAKED}.`)).toBe(false)
    expect(logged()).toEqual([])
  })

  it('includes a password that a list in lower case has, and one of composed letters', async () => {
    standIn.leak('sept h\u00e9rons de la Mersey')
    expect(await includes('sept he\u0301rons de la Mersey')).toBe(true)
    standIn.isLowerCase = true
    expect(await includes(LEAKED_PASSWORD)).toBe(true)
  })

  it('does not include padding, which has the count 0', async () => {
    standIn.leak(LEAKED, 0)
    expect(await includes(LEAKED)).toBe(false)
    expect(logged()).toEqual([])
  })

  // 476E2 is the beginning of the SHA-1 of "passwordpassword".
  it('sends five digits of the hash, asks for padding, and says nothing else', async () => {
    await includes('passwordpassword')
    expect(standIn.requests).toMatchObject([
      { method: 'GET', path: '/range/476E2', headers: { 'add-padding': 'true' }, body: '' },
    ])
    expect(Object.keys(standIn.requests[0]!.headers).toSorted()).toEqual(HEADERS)
  })

  it.each([
    ['down', { failure: 'TypeError', causes: expect.stringContaining('SocketError') as string }],
    ['refusing', { failure: 'UnusableReply', status: 503 }],
    ['elsewhere', { failure: 'TypeError' }],
    ['nonsense', { failure: 'UnusableReply', status: 200 }],
    ['empty', { failure: 'UnusableReply', status: 200 }],
    ['huge', { failure: 'UnusableReply', status: 200 }],
  ] as const)('accepts every password while the service is %s, and logs why', async (fault, why) => {
    standIn.fault = fault
    expect(await includes(LEAKED_PASSWORD)).toBe(false)
    expect(logged()).toEqual([expect.objectContaining({ level: 'warn', message: MESSAGE, ...why })])
    // Only one request: a redirect is not followed, and nothing is tried again.
    expect(standIn.requests).toHaveLength(1)
    // The first digits of its hash.
    expect(warned.mock.calls.join()).not.toMatch(new RegExp(`5E901|${LEAKED_PASSWORD}`, 'i'))
  })

  it.each(['silent', 'slow'] as const)(
    'accepts every password once the service has been %s for too long, and logs that',
    async (fault) => {
      standIn.fault = fault
      expect(await includes(LEAKED_PASSWORD, SHORT)).toBe(false)
      expect(logged()).toEqual([expect.objectContaining({ message: MESSAGE, failure: 'TimeoutError' })])
    },
  )

  it('accepts every password if nothing listens, or the address is malformed', async () => {
    vi.stubEnv('HIBP_API', 'http://127.0.0.1:1')
    expect(await includes(LEAKED_PASSWORD)).toBe(false)
    vi.stubEnv('HIBP_API', 'no address')
    expect(await includes(LEAKED_PASSWORD)).toBe(false)
    expect(logged()).toMatchObject([{ failure: 'TypeError' }, { detail: 'HIBP_API is malformed' }])
  })

  it.each(['', undefined])('asks Have I Been Pwned, for two seconds, while HIBP_API is %j', async (unset) => {
    vi.stubEnv('HIBP_API', unset)
    using timeout = vi.spyOn(AbortSignal, 'timeout')
    using fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(`${'0'.repeat(35)}:1`))
    expect(await breachedPasswords().includes('passwordpassword')).toBe(false)
    const address = new URL('https://api.pwnedpasswords.com/range/476E2')
    expect(fetched).toHaveBeenCalledExactlyOnceWith(address, expect.anything())
    expect(timeout).toHaveBeenCalledWith(2000)
    expect(fetched.mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value)
  })
})
