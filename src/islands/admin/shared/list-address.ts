import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useState } from 'react'
import { route, type Tab } from '#islands/admin/router.ts'
import type { List } from '#islands/admin/shared/list.ts'

type AddressedList = Pick<
  List<unknown>,
  'address' | 'restore' | 'scroll' | 'search' | 'sentSearch' | 'pageCount'
>

/** Our part of `history.state`. */
interface HistoryEntry {
  list?: { search: string; y: number; pages: number }
}

/** Writes the scroll position after such a pause (ms): browsers limit how often the history is written. */
const SCROLL_PAUSE_MS = 300

/** Whether there is room for the details beside the list. */
export const isBesideList = (): boolean => matchMedia('(min-width: 64rem)').matches

const isListShown = () =>
  document.querySelector('.list-bar') !== null &&
  (isBesideList() || !document.querySelector('.behind-detail'))

/** The page scrolls smoothly (base.css), which would take a second and count as scrolling by the owner. */
const jumpTo = (top: number) => scrollTo({ top, behavior: 'instant' })

/** Scrolls a list that has just been rendered to where it was. */
export function scrollToAwaited({ scroll }: Pick<AddressedList, 'scroll'>): void {
  if (scroll.awaited === undefined) return
  jumpTo(scroll.awaited)
  scroll.awaited = undefined
}

/**
 * Keeps the list of a tab in the entries of the history, so that Back and reload keep it: its filters in the address, the
 * scroll position, the number of pages and the search in the entry's state. A search is not in the address, because it can be a name, an email
 * address or a code.
 */
export function useListAddress(tab: Tab, list: AddressedList): void {
  useSignals()
  // Before the list is loaded for the first time.
  useState(() => readEntry(tab, list))
  const isOpen = route.value.id !== undefined
  useLayoutEffect(() => {
    if (!isOpen && list.scroll.awaited === undefined && !isBesideList()) jumpTo(list.scroll.y)
  }, [isOpen, list])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let pause: ReturnType<typeof setTimeout> | undefined
    const write = () => writeEntry(tab, list)
    const stopFollowing = effect(() => {
      void [list.address.value, list.sentSearch.value, list.pageCount.value]
      write()
    })
    // Also on a link to what is already open, which names no filters.
    addEventListener('hashchange', write, { signal })
    history.scrollRestoration = 'manual'
    addEventListener('popstate', () => restoreEntry(tab, list), { signal })
    addEventListener(
      'scroll',
      () => {
        if (!isListShown()) return
        list.scroll.y = scrollY
        clearTimeout(pause)
        pause = setTimeout(write, SCROLL_PAUSE_MS)
      },
      { signal, passive: true },
    )
    return () => {
      clearTimeout(pause)
      stopFollowing()
      listening.abort()
      history.scrollRestoration = 'auto'
    }
  }, [tab, list])
}

const isAddressOf = (tab: Tab) => /^#([^/?]*)/.exec(location.hash)?.[1] === tab

const entryState = () => (history.state ?? {}) as HistoryEntry

/** Restores the list of the present entry, if it has one: its own, or an address that somebody was given. */
function restoreEntry(tab: Tab, list: AddressedList): void {
  const { list: kept } = entryState()
  const [, address] = location.hash.split('?')
  if (!isAddressOf(tab) || (kept ?? address) === undefined) return
  list.restore(new URLSearchParams(address), kept?.search ?? '', kept?.pages)
}

function readEntry(tab: Tab, list: AddressedList): void {
  restoreEntry(tab, list)
  list.scroll.y = entryState().list?.y ?? 0
  if (route.value.id === undefined || isBesideList()) list.scroll.awaited = list.scroll.y
}

function writeEntry(tab: Tab, list: AddressedList): void {
  if (!isAddressOf(tab)) return
  const [path] = location.hash.split('?')
  const address = list.address.value
  history.replaceState(
    {
      ...(history.state as object),
      list: { search: list.search.value, y: list.scroll.y, pages: list.pageCount.value },
    } satisfies HistoryEntry,
    '',
    address === '' ? path : `${path}?${address}`,
  )
}
