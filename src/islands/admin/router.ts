import { signal } from '@preact/signals-react'

export const TABS = {
  overview: 'Overview',
  vouchers: 'Gift Vouchers',
  products: 'Products',
  orders: 'Orders',
  customers: 'Customers',
  accounts: 'Accounts',
  requests: 'Requests',
  website: 'Website',
  account: 'Account',
}

export type Tab = keyof typeof TABS

/** The tabs that only owners open. */
export const OWNERS_TABS: ReadonlySet<Tab> = new Set(['customers', 'accounts', 'website'])

/** The id of the redeem page: `#vouchers/redeem`. */
export const REDEEM_ID = 'redeem'
/** The id of the page that brings in vouchers: `#vouchers/import`. */
export const IMPORT_ID = 'import'
/** The id of the day's closing: `#overview/closing`. */
export const CLOSING_ID = 'closing'
/** The id of the "new product" form: `#products/new`. */
export const NEW_PRODUCT_ID = 'new'

/** A tab, and the id of its open item. */
interface Route {
  tab: Tab
  id?: string | undefined
}

/** The current route, from the hash: `#vouchers`, `#vouchers/{id}`. A list adds its filters after a `?` (list-address.ts). */
export const route = signal<Route>({ tab: 'overview' })

let previousRoute: Route | undefined

function updateRoute(): void {
  const next = parseRoute(location.hash)
  const { tab, id } = route.value
  if (next.tab === tab && next.id === id) return
  previousRoute = route.value
  route.value = next
}

/** Keeps `route` in line with the hash. Returns a cleanup function. */
export function watchRoute(): () => void {
  route.value = parseRoute(location.hash)
  addEventListener('hashchange', updateRoute)
  return () => removeEventListener('hashchange', updateRoute)
}

export function goTo(tab: Tab, id?: string): void {
  location.hash = hrefOf(tab, id)
  // The hashchange event comes later: do not render the old route until then.
  updateRoute()
}

/** Goes to the route before this one, or to the tab's list if the portal was opened here. */
export function goBack(): void {
  const { tab, id } = previousRoute ?? { tab: route.value.tab }
  goTo(tab, id)
}

export function hrefOf(tab: Tab, id?: string): string {
  return id === undefined ? `#${tab}` : `#${tab}/${encodeURIComponent(id)}`
}

function parseRoute(hash: string): Route {
  const [path = ''] = hash.slice(1).split('?')
  const [tab = '', id] = path.split('/')
  if (!Object.hasOwn(TABS, tab)) return { tab: 'overview' }
  return { tab: tab as Tab, id: decode(id) }
}

/** Decodes an id; undefined if the URL was mistyped or truncated by an email program. */
function decode(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}
