import { signal } from '@preact/signals-react'

export const TABS = {
  overview: 'Overview',
  vouchers: 'Gift Vouchers',
  products: 'Products',
  orders: 'Orders',
  customers: 'Customers',
}

export type Tab = keyof typeof TABS

/** A tab, and the thing in it that is looked at. */
export interface Route {
  tab: Tab
  id?: string | undefined
}

/** Where in the portal one is. It lives in the address: `#vouchers`, `#vouchers/{id}`. */
export const route = signal<Route>({ tab: 'overview' })

const updateRoute = () => void (route.value = parseRoute(location.hash))

/** Keeps `place` as the address says, which Back and Forward change, too. */
export function watchRoute(): () => void {
  updateRoute()
  addEventListener('hashchange', updateRoute)
  return () => removeEventListener('hashchange', updateRoute)
}

export function goTo(tab: Tab, id?: string): void {
  location.hash = hrefOf(tab, id)
  // The browser tells of it only later: what is there meanwhile would be taken for what was led to.
  updateRoute()
}

export function hrefOf(tab: Tab, id?: string): string {
  return id === undefined ? `#${tab}` : `#${tab}/${encodeURIComponent(id)}`
}

function parseRoute(hash: string): Route {
  const [tab = '', id] = hash.slice(1).split('/')
  if (!Object.hasOwn(TABS, tab)) return { tab: 'overview' }
  return { tab: tab as Tab, id: decode(id) }
}

/** An address may have been typed, or cut off by a mail program. */
function decode(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}
