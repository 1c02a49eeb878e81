import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEndpoint } from '#contract/session'
import { adminCall } from '../../../src/islands/admin/admin-api.ts'
import {
  startSession,
  cancelSignIn,
  watchSession,
  session,
  isSignInNeeded,
} from '../../../src/islands/admin/session/session.store.ts'

const OWNER = 'owner@example.com'
const HERE = { email: OWNER, expiresAt: '2026-11-22T10:00:00.000Z' }

let kept: Map<string, string>
let listeners: Record<string, (event: unknown) => void>
let went: string[]
/** The tokens that the server takes. */
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
  startSession({ token, email: OWNER })
}
const asking = () => adminCall(sessionEndpoint, undefined)
const untilWanted = () => vi.waitFor(() => expect(isSignInNeeded.value).toBe(true))

describe('a session', () => {
  it('that is not there leads to the login page, which brings one back to the same tab', () => {
    watchSession()
    expect(went).toEqual(['/admin/login#orders'])
  })

  it('that has ended lets every call wait for one sign-in, and then go on', async () => {
    startSession({ token: 'old', email: OWNER })
    const both = Promise.all([asking(), asking()])
    await untilWanted()
    signIn('new')
    expect(await both).toEqual([HERE, HERE])
    expect(isSignInNeeded.value).toBe(false)
    expect(calls).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'])
  })

  it('whose owner would rather not sign in again lets the call fail, and asks anew the next time', async () => {
    startSession({ token: 'old', email: OWNER })
    const refused = asking().catch((error: unknown) => String(error))
    await untilWanted()
    cancelSignIn()
    expect(await refused).toContain('401')
    const again = asking()
    await untilWanted()
    signIn('new')
    expect(await again).toEqual(HERE)
  })

  it('that another tab has begun is taken up, and one that it has ended is left', async () => {
    kept.set('adminToken', 'old').set('adminEmail', OWNER)
    watchSession()
    const waiting = asking()
    await untilWanted()
    live.push('new')
    kept.set('adminToken', 'new')
    listeners['storage']!({ key: 'adminToken' })
    expect(await waiting).toEqual(HERE)
    kept.clear()
    listeners['storage']!({ key: 'adminToken' })
    expect(went).toEqual(['/admin/login#orders'])
  })

  // ASVS 7.4.1
  it('is not brought back by the browser’s memory of a page, once it has ended', () => {
    kept.set('adminToken', 'old').set('adminEmail', OWNER)
    watchSession()
    listeners['pageshow']!({ persisted: true })
    expect(went).toEqual([])
    kept.clear()
    listeners['pageshow']!({ persisted: true })
    expect(went).toEqual(['/admin/login#orders'])
  })
})
