import { effect } from '@preact/signals-react'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createList, type ListQuery } from '#islands/admin/shared/list.ts'
import { queryClient, refresh } from '#islands/admin/shared/server-data.ts'

interface Filters {
  status: '' | 'active'
}
type Page = { reply: string[]; next: string | undefined }

/** A list on the screen, and a fake server whose responses the test sends; it records the queries. */
function showList(options?: Parameters<typeof createList<string, Filters>>[3]) {
  const waiting: { asked: ListQuery<Filters>; answer: (page: Page) => void; fail: () => void }[] = []
  const list = createList<string, Filters>(
    'items',
    (asked) =>
      new Promise((resolve, reject) => {
        waiting.push({ asked, answer: resolve, fail: () => reject(new Error('lost')) })
      }),
    { status: '' },
    options,
  )
  const screen = new InfiniteQueryObserver(queryClient, list.query.value)
  closeScreen = screen.subscribe(() => undefined)
  const stopFollowing = effect(() => screen.setOptions(list.query.value))
  const close = closeScreen
  closeScreen = () => {
    close()
    stopFollowing()
  }
  const next = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]))
    return waiting.shift()!
  }
  const give = async (cursor: string | undefined, ...reply: string[]) => {
    ;(await next()).answer({ reply, next: cursor })
    await settled()
  }
  const items = () => screen.getCurrentResult().data?.items
  return { list, screen, next, give, items, waiting }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
let closeScreen: () => void

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  closeScreen()
  queryClient.clear()
  vi.useRealTimers()
})

describe('createList', () => {
  it('loads once, however often its tab is opened', async () => {
    const { list, give, items, waiting } = showList()
    await give(undefined, 'a', 'b')
    const again = new InfiniteQueryObserver(queryClient, list.query.value).subscribe(() => undefined)
    await settled()
    again()
    expect(items()).toEqual(['a', 'b'])
    expect(waiting).toEqual([])
  })

  it('reloads as many pages as were shown on refresh, and shows the earlier items meanwhile', async () => {
    const { screen, give, items } = showList()
    await give('1', 'a')
    void screen.fetchNextPage()
    await give('2', 'b')
    void refresh()
    await give('1', 'A')
    expect(items()).toEqual(['a', 'b'])
    await give('2', 'B')
    expect(items()).toEqual(['A', 'B'])
    expect(screen.getCurrentResult().hasNextPage).toBe(true)
  })

  it('searches debounced, and ignores a late response to an earlier search', async () => {
    const { list, next, give, items, waiting } = showList()
    await give(undefined, 'everything')
    for (const text of ['r', 're', 'rec', 'reci']) list.setSearch(text)
    expect(list.isTyping.value).toBe(true)
    await vi.advanceTimersByTimeAsync(199)
    expect(waiting).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(list.isTyping.value).toBe(false)
    const first = await next()
    expect(first.asked.search).toBe('reci')
    expect(items()).toEqual(['everything'])
    list.setSearch('recip')
    await vi.advanceTimersByTimeAsync(200)
    await give(undefined, 'last')
    first.answer({ reply: ['late'], next: undefined })
    await settled()
    expect(items()).toEqual(['last'])
    list.setSearch('')
    await vi.advanceTimersByTimeAsync(200)
    expect((await next()).asked.search).toBeUndefined()
  })

  it('a search that is too short shows nothing and is not sent', async () => {
    const { list, next, give, items, waiting } = showList()
    await give(undefined, 'everything')
    list.setSearch('r')
    await vi.advanceTimersByTimeAsync(200)
    await settled()
    expect([items(), waiting]).toEqual([[], []])
    list.setSearch('王')
    await vi.advanceTimersByTimeAsync(200)
    expect((await next()).asked.search).toBe('王')
  })

  it('loads again when an earlier search is repeated', async () => {
    const { list, give, items } = showList()
    await give(undefined, 'a')
    list.setFilter('status', 'active')
    await give(undefined, 'active')
    list.setFilter('status', '')
    await give(undefined, 'new', 'a')
    expect(items()).toEqual(['new', 'a'])
  })

  it('shows all on request, and keeps what is searched for', async () => {
    const { list, next, give } = showList()
    await give(undefined, 'a')
    list.setSearch('hopkins')
    await vi.advanceTimersByTimeAsync(200)
    await give(undefined)
    list.setFilter('status', 'active')
    await give(undefined)
    expect(list.isFiltered.value).toBe(true)
    list.showAll()
    expect((await next()).asked).toMatchObject({ search: 'hopkins' })
    expect(list.isFiltered.value).toBe(false)
  })

  it('takes filters and search from an address at once, and leaves out what is no choice', async () => {
    const { list, next } = showList({ choices: { status: ['', 'active'] } })
    await next()
    list.restore(new URLSearchParams('status=active&from=2026-01-31'), 'hopkins')
    expect((await next()).asked).toMatchObject({ status: 'active', search: 'hopkins' })
    expect(list.address.value).toBe('status=active')
    list.restore(new URLSearchParams('status=lost'), '')
    expect([list.filters.value, list.address.value, list.sentSearch.value]).toEqual([
      { status: '' },
      '',
      undefined,
    ])
  })

  it('restores as many pages as were loaded, up to ten', async () => {
    const { list, screen, next, give, items, waiting } = showList({ choices: { status: ['', 'active'] } })
    await give(undefined, 'a')
    list.restore(new URLSearchParams('status=active'), '', 3)
    await give('1', 'b')
    expect((await next()).asked.cursor).toBe('1')
    list.restore(new URLSearchParams(), 'hopkins', 11)
    for (let page = 1; page <= 10; page += 1) await give(`after-${page}`, `${page}`)
    expect(items()).toHaveLength(10)
    expect(waiting).toEqual([])
    void screen.fetchNextPage()
    expect((await next()).asked.cursor).toBe('after-10')
  })

  it('drops a next page that arrives after a filter was chosen', async () => {
    const { list, screen, next, items } = showList()
    ;(await next()).answer({ reply: ['a'], next: 'cursor' })
    await settled()
    void screen.fetchNextPage()
    const more = await next()
    expect(more.asked.cursor).toBe('cursor')
    list.setFilter('status', 'active')
    const chosen = await next()
    expect(chosen.asked).toEqual({ status: 'active', search: undefined, cursor: undefined })
    chosen.answer({ reply: ['active'], next: undefined })
    more.answer({ reply: ['b'], next: undefined })
    await settled()
    expect(items()).toEqual(['active'])
  })

  it('drops a next page that arrives after a refresh', async () => {
    const { screen, next, give, items } = showList()
    await give('after-4', '5', '4')
    void screen.fetchNextPage()
    const late = await next()
    void refresh()
    await give('after-6', '7', '6')
    late.answer({ reply: ['3', '2'], next: undefined })
    await settled()
    expect(items()).toEqual(['7', '6'])
    void screen.fetchNextPage()
    expect((await next()).asked.cursor).toBe('after-6')
  })

  it('keeps its items when a refresh fails', async () => {
    const { screen, next, give, items } = showList()
    ;(await next()).fail()
    await settled()
    expect(screen.getCurrentResult()).toMatchObject({ status: 'error', data: undefined })
    void refresh()
    await give(undefined, 'a')
    void refresh()
    ;(await next()).fail()
    await settled()
    expect(items()).toEqual(['a'])
    expect(screen.getCurrentResult().isRefetchError).toBe(true)
  })
})

describe('a list with an order and a range of days', () => {
  const createSorted = () =>
    createList<string, { view: '' | 'open'; order: string; from: string; to: string }>(
      'sorted',
      () => Promise.resolve({ reply: [], next: undefined }),
      { view: 'open', order: '', from: '', to: '' },
      {
        choices: { view: ['', 'open'], order: ['newest', 'oldest', 'highest'] },
        usualOrder: ({ view }) => (view === 'open' ? 'oldest' : 'newest'),
      },
    )
  const askedOf = (list: ReturnType<typeof createSorted>) => list.query.value.queryKey[2]
  beforeEach(() => void (closeScreen = () => undefined))

  it('is sorted as chosen, in a search and without a choice as usual', async () => {
    const list = createSorted()
    expect(askedOf(list)).toEqual({ view: 'open', order: 'oldest', search: undefined })
    list.setOrder('highest')
    expect([list.order.value, list.address.value]).toEqual(['highest', 'order=highest'])
    list.setSearch('hopkins')
    await vi.advanceTimersByTimeAsync(200)
    expect(askedOf(list)).toMatchObject({ order: 'oldest', search: 'hopkins' })
    list.setFilter('view', '')
    list.setOrder('newest')
    expect(list.address.value).toBe('view=')
  })

  it('is no filtered list because it is sorted', () => {
    const list = createSorted()
    list.setOrder('highest')
    expect(list.isUnfiltered.value).toBe(true)
    list.setFilter('view', '')
    expect(list.isFiltered.value).toBe(false)
    list.setDay('from', '2026-01-31')
    expect(list.isFiltered.value).toBe(true)
  })

  it.each([
    ['2026-02-02', '2026-02-02', { from: '2026-02-02', to: '2026-02-02' }],
    ['2026-02-02', '', { from: '2026-02-02' }],
    ['2026-02-02', '2026-02-01', {}],
    ['0002-02-02', '', {}],
  ])('asks for the days from %s to %s as %j', (from, to, days) => {
    const list = createSorted()
    list.setDay('from', from)
    list.setDay('to', to)
    expect(askedOf(list)).toEqual({ view: 'open', order: 'oldest', search: undefined, ...days })
  })
})
