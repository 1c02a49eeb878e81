import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ListQuery, createPagedList } from '../../../src/islands/admin/shared/paged-list.store.ts'

interface Filters {
  status: '' | 'active'
}
type Page = { reply: string[]; next: string | undefined }

/** A fake server whose responses the test sends; it records the queries. */
function fakeServer() {
  const waiting: { asked: ListQuery<Filters>; answer: (page: Page) => void; fail: () => void }[] = []
  const list = createPagedList<string, Filters>(
    (asked) =>
      new Promise((resolve, reject) => {
        waiting.push({ asked, answer: resolve, fail: () => reject(new Error('lost')) })
      }),
    { status: '' },
  )
  const next = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]))
    return waiting.shift()!
  }
  const give = async (...reply: string[]) => (await next()).answer({ reply, next: undefined })
  const giveMore = async (cursor: string, ...reply: string[]) =>
    (await next()).answer({ reply, next: cursor })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { list, next, give, giveMore, settled, waiting }
}

const items = ({ list }: ReturnType<typeof fakeServer>) =>
  list.state.value.name === 'here' ? list.state.value.items : list.state.value.name

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('createPagedList', () => {
  it('loads once, however often its tab is opened', async () => {
    const server = fakeServer()
    server.list.open()
    server.list.open()
    expect(items(server)).toBe('loading')
    await server.give('a', 'b')
    await server.settled()
    expect(items(server)).toEqual(['a', 'b'])
    expect(server.waiting).toEqual([])
  })

  it('loads the next page once for two clicks on Load more', async () => {
    const server = fakeServer()
    server.list.open()
    await server.giveMore('cursor', 'a')
    await server.settled()
    void server.list.loadMore()
    void server.list.loadMore()
    const { asked, answer } = await server.next()
    expect(asked.cursor).toBe('cursor')
    answer({ reply: ['b'], next: undefined })
    await server.settled()
    expect(items(server)).toEqual(['a', 'b'])
    expect(server.waiting).toEqual([])
  })

  it('loads no further page while the search is being typed', async () => {
    const server = fakeServer()
    server.list.open()
    await server.giveMore('cursor', 'a')
    await server.settled()
    server.list.setSearch('word')
    void server.list.loadMore()
    await vi.advanceTimersByTimeAsync(1000)
    const { asked, answer } = await server.next()
    expect(asked).toEqual({ search: 'word', cursor: undefined })
    answer({ reply: ['a word'], next: 'cursor' })
    await server.settled()
    void server.list.loadMore()
    await server.give('another word')
    await server.settled()
    expect(items(server)).toEqual(['a word', 'another word'])
    expect(server.waiting).toEqual([])
  })

  it('reloads as many items as were shown on refresh', async () => {
    const server = fakeServer()
    server.list.open()
    await server.giveMore('1', 'a')
    await server.settled()
    void server.list.loadMore()
    await server.giveMore('2', 'b')
    await server.settled()
    void server.list.refresh()
    expect(items(server)).toEqual(['a', 'b'])
    await server.giveMore('1', 'A')
    await server.giveMore('2', 'B')
    await server.settled()
    expect(items(server)).toEqual(['A', 'B'])
    expect(server.list.state.value).toMatchObject({ next: '2' })
  })

  it('searches from three letters on, debounced, and shows the response to the last search', async () => {
    const server = fakeServer()
    server.list.open()
    await server.give('everything')
    for (const text of ['r', 're', 'rec', 'reci']) server.list.setSearch(text)
    await vi.advanceTimersByTimeAsync(199)
    expect(server.waiting).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    const first = await server.next()
    expect(first.asked.search).toBe('reci')
    server.list.setSearch('recip')
    await vi.advanceTimersByTimeAsync(200)
    await server.give('last')
    first.answer({ reply: ['late'], next: undefined })
    await server.settled()
    expect(items(server)).toEqual(['last'])
    server.list.setSearch('re')
    await vi.advanceTimersByTimeAsync(200)
    expect((await server.next()).asked.search).toBeUndefined()
  })

  it('drops a next page that arrives after a new search', async () => {
    const server = fakeServer()
    server.list.open()
    await server.giveMore('cursor', 'a')
    await server.settled()
    void server.list.loadMore()
    const more = await server.next()
    server.list.setFilter('status', 'active')
    const chosen = await server.next()
    expect(chosen.asked).toEqual({ status: 'active', search: undefined, cursor: undefined })
    chosen.answer({ reply: ['active'], next: undefined })
    more.answer({ reply: ['b'], next: undefined })
    await server.settled()
    expect(items(server)).toEqual(['active'])
  })

  it('keeps its items when a refresh fails, and the retry state when the first load fails', async () => {
    const server = fakeServer()
    server.list.open()
    ;(await server.next()).fail()
    await server.settled()
    expect(server.list.state.value).toEqual({ name: 'failed', trying: false })
    void server.list.refresh()
    await server.settled()
    expect(server.list.state.value).toEqual({ name: 'failed', trying: true })
    await server.give('a')
    await server.settled()
    void server.list.refresh()
    ;(await server.next()).fail()
    await server.settled()
    expect(server.list.state.value).toMatchObject({ name: 'here', items: ['a'], failed: 'refresh' })
  })
})
