import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Activity } from '#contract/reports'
import {
  attention,
  loadMoreActivity,
  recentActivity,
  refresh,
  reloadAttention,
} from '../../../../src/islands/admin/overview/overview.store.ts'

type Answer = (response: Response) => void
/** Pending requests by path and query, in the order of sending. The tests answer them in any order. */
let pending: { path: string; answer: Answer }[]

const activityPage = (ids: string[], next?: string) => {
  const page = ids.map((id): Activity => ({
    id,
    at: '2026-11-23T10:00:00.000Z',
    type: 'voucher',
    actor: 'System',
    description: `Activity ${id}`,
    before: null,
    after: null,
  }))
  const link = `</api/admin/activity?cursor=${next}>; rel="next"`
  return Response.json(page, { headers: next === undefined ? {} : { link } })
}
const waiting = (ordersToPrepare: number) => ({
  items: [],
  waiting: { ordersToPrepare, inquiries: 0, messages: 0, appointments: 0 },
})

/** Returns the pending requests to a path, and forgets them. */
function take(path: string): Answer[] {
  const taken = pending.filter((request) => request.path.startsWith(path))
  pending = pending.filter((request) => !taken.includes(request))
  return taken.map(({ answer }) => answer)
}
/** Refreshes, with this first page of activity; the other parts fail. */
async function refreshWith(page: Response): Promise<void> {
  const refreshing = refresh()
  take('/api/admin/activity')[0]!(page)
  for (const { answer } of pending.splice(0)) answer(Response.json({ error: 'Unavailable' }, { status: 503 }))
  await refreshing
}
const shownIds = () =>
  recentActivity.value.name === 'here' ? recentActivity.value.value.entries.map(({ id }) => id) : []

beforeEach(() => {
  pending = []
  vi.stubGlobal('fetch', (path: string) => new Promise((answer: Answer) => pending.push({ path, answer })))
})
afterEach(() => vi.unstubAllGlobals())

it('loadMoreActivity appends the next page', async () => {
  await refreshWith(activityPage(['5', '4'], 'after-4'))
  const loading = loadMoreActivity()
  take('/api/admin/activity')[0]!(activityPage(['3', '2']))
  expect(await loading).toBe(true)
  expect(shownIds()).toEqual(['5', '4', '3', '2'])
})

it('a page that arrives after a refresh is not appended to the new list', async () => {
  await refreshWith(activityPage(['5', '4'], 'after-4'))
  const loading = loadMoreActivity()
  const [answerLate] = take('/api/admin/activity')
  await refreshWith(activityPage(['7', '6'], 'after-6'))
  answerLate!(activityPage(['3', '2']))
  await loading
  expect(shownIds()).toEqual(['7', '6'])
  const next = loadMoreActivity()
  expect(pending[0]?.path).toContain('after-6')
  take('/api/admin/activity')[0]!(activityPage(['5']))
  await next
  expect(shownIds()).toEqual(['7', '6', '5'])
})

it('an answer that arrives after a newer one is ignored', async () => {
  const [older, newer] = [reloadAttention(), reloadAttention()]
  const [answerOlder, answerNewer] = take('/api/admin/attention')
  answerNewer!(Response.json(waiting(1)))
  await newer
  answerOlder!(Response.json(waiting(2)))
  await older
  expect(attention.value).toMatchObject({ name: 'here', value: waiting(1) })
})
