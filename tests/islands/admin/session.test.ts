import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEndpoint } from '#contract/auth/session.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import {
  cancelSignIn,
  isSignInNeeded,
  session,
  startSession,
  watchSession,
} from '#islands/admin/session/session.store.ts'

const OWNER = 'owner@example.com'
const HERE = { email: OWNER, name: OWNER, role: 'owner', owners: [], expiresAt: '2026-11-22T10:00:00.000Z' }

let kept: Map<string, string>
let listeners: Record<string, (event: unknown) => void>
let went: string[]
/** Tokens that the fake server accepts. */
let live: string[]
let calls: (string | null)[]

beforeEach(() => {
  kept = new Map()
  listeners = {}
  went = []
  live = []
  calls = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('location', { hash: '#orders', replace: (path: string) => void went.push(path) })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => {
    listeners[type] = listener
  })
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')
    calls.push(token)
    if (live.some((one) => token === `Bearer ${one}`)) return Response.json(HERE)
    return Response.json({ message: 'Please sign in again.', code: 'signed_out' }, { status: 401 })
  })
})
afterEach(() => {
  cancelSignIn()
  session.value = undefined
  vi.unstubAllGlobals()
})

const signIn = (token: string) => {
  live.push(token)
  startSession({ token, email: OWNER, role: 'owner' })
}
const request = () => adminCall(sessionEndpoint, undefined)
const untilSignInNeeded = () => vi.waitFor(() => expect(isSignInNeeded.value).toBe(true))

describe('the portal session', () => {
  it('goes to the login page with the same tab’s hash when no session is stored', () => {
    watchSession()
    expect(went).toEqual(['/admin/login#orders'])
  })

  it('makes all requests wait for one sign-in after it has ended, then repeats them', async () => {
    startSession({ token: 'old', email: OWNER, role: 'owner' })
    const both = Promise.all([request(), request()])
    await untilSignInNeeded()
    signIn('new')
    expect(await both).toEqual([HERE, HERE])
    expect(isSignInNeeded.value).toBe(false)
    expect(calls).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'])
  })

  it('rejects the request when the sign-in is cancelled, and asks again on the next request', async () => {
    startSession({ token: 'old', email: OWNER, role: 'owner' })
    const refused = request().catch((error: unknown) => String(error))
    await untilSignInNeeded()
    cancelSignIn()
    expect(await refused).toContain('401')
    const again = request()
    await untilSignInNeeded()
    signIn('new')
    expect(await again).toEqual(HERE)
  })

  it('adopts a session that another tab has started, and ends with one that another tab has ended', async () => {
    kept.set('adminToken', 'old').set('adminEmail', OWNER)
    watchSession()
    const waiting = request()
    await untilSignInNeeded()
    live.push('new')
    kept.set('adminToken', 'new')
    listeners['storage']!({ key: 'adminToken' })
    expect(await waiting).toEqual(HERE)
    kept.clear()
    listeners['storage']!({ key: 'adminToken' })
    expect(went).toEqual(['/admin/login#orders'])
  })

  // ASVS 7.4.1
  it('is not restored by the back/forward cache after it has ended', () => {
    kept.set('adminToken', 'old').set('adminEmail', OWNER)
    watchSession()
    listeners['pageshow']!({ persisted: true })
    expect(went).toEqual([])
    kept.clear()
    listeners['pageshow']!({ persisted: true })
    expect(went).toEqual(['/admin/login#orders'])
  })
})
