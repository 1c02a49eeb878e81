import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionEndpoint } from '#contract/auth/session.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { checkIdle } from '#islands/admin/session/idle-timeout.ts'
import {
  cancelSignIn,
  discardSession,
  isSignInNeeded,
  session,
  startSession,
} from '#islands/admin/session/session.store.ts'
import { createList } from '#islands/admin/shared/list.ts'
import { queryClient, refresh, reloadAfterChange, watchSignOut } from '#islands/admin/shared/server-data.ts'

const NAME = 'jane.hopkins@example.com'

/** A response that holds something personal. */
const personal = (email: string) =>
  Response.json({ email, name: 'Somebody', role: 'owner', owners: [], expiresAt: '2026-11-26T10:00:00.000Z' })

let isLive: boolean
let kept: Map<string, string>
let stops: (() => void)[]
/** Delays each response until it is called. */
let respond: (() => void) | undefined

beforeEach(() => {
  isLive = true
  kept = new Map()
  respond = undefined
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('location', { hash: '', replace: () => undefined })
  vi.stubGlobal('fetch', async () =>
    isLive
      ? personal(NAME)
      : Response.json({ message: 'Please sign in.', code: 'signed_out' }, { status: 401 }),
  )
  startSession({ token: 'a token', email: 'owner@example.com', role: 'owner' })
  stops = [watchSignOut()]
})
afterEach(() => {
  for (const stop of stops) stop()
  cancelSignIn()
  session.value = undefined
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Shows a list and a detail, as the portal does. Returns what is on the screen. */
async function show() {
  const load = () => adminCall(sessionEndpoint, undefined)
  const list = createList('customers', async () => ({ reply: [await load()], next: undefined }))
  const detail = { queryKey: ['customers', 'detail', '1'], queryFn: load, gcTime: 0 }
  const observers = [
    new InfiniteQueryObserver(queryClient, list.query.value),
    new QueryObserver(queryClient, detail),
  ]
  stops.push(...observers.map((observer) => observer.subscribe(() => undefined)))
  const shown = () => JSON.stringify(observers.map((observer) => observer.getCurrentResult().data))
  await vi.waitFor(() => expect(shown().split(NAME)).toHaveLength(3))
  return { list, shown }
}
const loaded = () =>
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
const untilSignInNeeded = () => vi.waitFor(() => expect(isSignInNeeded.value).toBe(true))
const signIn = () => {
  isLive = true
  startSession({ token: 'another', email: 'owner@example.com', role: 'owner' })
}

it('a request after the session has ended empties all lists and details, and signing in loads them again', async () => {
  const { list, shown } = await show()
  list.setSearch('hop')
  isLive = false
  const request = adminCall(sessionEndpoint, undefined)
  await untilSignInNeeded()
  expect(shown()).not.toContain(NAME)
  expect(loaded()).not.toContain(NAME)
  expect(list.search.value).toBe('hop')
  signIn()
  await request
  await vi.waitFor(() => expect(shown().split(NAME)).toHaveLength(3))
})

it('what is on the screen stays empty if the owner does not sign in, until it is asked for', async () => {
  const { shown } = await show()
  isLive = false
  const refreshed = refresh()
  await untilSignInNeeded()
  cancelSignIn()
  await refreshed
  expect([isSignInNeeded.value, shown().includes(NAME)]).toEqual([false, false])
  void refresh()
  await untilSignInNeeded()
  signIn()
  await vi.waitFor(() => expect(shown().split(NAME)).toHaveLength(3))
})

// ASVS 14.3.1
it.each([
  [
    'an hour without use',
    () => {
      kept.set('adminUsed', String(Date.now() - 3_600_000))
      checkIdle()
    },
  ],
  ['signing out', discardSession],
])('%s empties all lists and details', async (_, end) => {
  const { shown } = await show()
  end()
  expect(shown()).not.toContain(NAME)
  expect(loaded()).not.toContain(NAME)
})

it('reloadAfterChange does not take the response to an earlier request that is under way', async () => {
  const { shown } = await show()
  isLive = false
  void refresh()
  await untilSignInNeeded()
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (respond = () => resolve(personal('old@example.com')))),
  )
  startSession({ token: 'another', email: 'owner@example.com', role: 'owner' })
  await vi.waitFor(() => expect(respond).toBeDefined())
  vi.stubGlobal('fetch', async () => personal('new@example.com'))
  await reloadAfterChange()
  respond?.()
  await vi.waitFor(() => expect(shown()).toContain('new@'))
  expect(shown()).not.toContain('old@')
})
