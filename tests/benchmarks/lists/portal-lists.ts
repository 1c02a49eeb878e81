import { enquiryKinds, enquiryStates } from '#contract/enquiries/enquiry-choices.ts'
import { orderOrders } from '#contract/orders/admin-orders.ts'
import { customerOrders } from '#contract/reports/customers.ts'
import { orderViews } from '#contract/search/list-counts.ts'
import { voucherOrders, type voucherFilters } from '#contract/vouchers/admin-vouchers.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { systemClock as clock } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'
import { listEnquiries } from '#server/enquiries/list-enquiries.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { listAdminProducts } from '#server/products/list-admin-products.ts'
import { listCustomers } from '#server/reports/list-customers.ts'
import { countLists } from '#server/search/count-lists.ts'
import { listVouchers } from '#server/vouchers/desk/list-vouchers.ts'

/** Reads one page of a list. Resolves to the cursor of the next. */
type TurnPage = (db: Db, cursor: string | undefined, search?: string) => Promise<string | undefined>

type VoucherFilter = (typeof voucherFilters)[number]

const FILTERS: VoucherFilter[] = ['active', 'spent', 'expired', 'refunded', 'disputed', 'expiring']
const STATUSES = ['completed', 'part_refunded'] as const
const FULFILMENTS = ['to_prepare', 'ready', 'handed_over'] as const

/** A month, half a year ago. */
const MONTH = { from: dayBefore(210), to: dayBefore(180) }

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

type VoucherQuery = Omit<Parameters<typeof listVouchers>[1], 'search' | 'cursor'>

const vouchers =
  (filter: VoucherQuery = {}): TurnPage =>
  async (db, cursor, search) =>
    (await listVouchers({ db, clock }, { ...filter, search, cursor }, 'owner')).cursor

type OrderFilter = Omit<Parameters<typeof listOrders>[1], 'search' | 'cursor'>

const orders =
  (filter: Partial<OrderFilter> = {}): TurnPage =>
  async (db, cursor, search) =>
    (await listOrders(db, { order: 'newest', ...filter, search, cursor })).cursor

const products: TurnPage = async (db, cursor, search) =>
  (await listAdminProducts(db, { search, cursor })).next

type CustomerQuery = Omit<Parameters<typeof listCustomers>[1], 'search' | 'cursor'>

const customers =
  (query: Partial<CustomerQuery> = {}): TurnPage =>
  async (db, cursor, search) =>
    (await listCustomers(db, { order: 'newest', ...query, search, cursor })).cursor
const activity: TurnPage = async (db, cursor) => (await listActivity(db, { cursor })).next
const shopActivity: TurnPage = async (db, cursor) => (await listActivity(db, { cursor, of: 'shop' })).next

type EnquiryFilter = Omit<Parameters<typeof listEnquiries>[1], 'search' | 'cursor'>

const enquiries =
  (filter: Partial<EnquiryFilter> = {}): TurnPage =>
  async (db, cursor, search) =>
    (await listEnquiries({ db, clock }, { ...filter, search, cursor })).cursor

/** Each list with each of its filters, in each of its orders, of all days and of a month. */
function variants<Filter extends object>(
  name: string,
  filters: Filter[],
  orders: readonly string[],
  turn: (filter: Filter & { order: never }) => TurnPage,
): Record<string, TurnPage> {
  const found: Record<string, TurnPage> = {}
  for (const filter of filters)
    for (const order of orders)
      for (const [days, range] of [
        ['all days', {}],
        ['a month', MONTH],
      ] as const)
        found[[name, ...Object.values(filter), order, days].join(', ')] = turn({
          ...filter,
          ...range,
          order: order as never,
        })
  return found
}

/** Every list of the portal with each of its filters. */
export const portalLists: Record<string, TurnPage> = {
  vouchers: vouchers(),
  ...Object.fromEntries(FILTERS.map((status) => [`vouchers, ${status}`, vouchers({ status })])),
  ...variants('vouchers', [{}, ...FILTERS.map((status) => ({ status }))], voucherOrders, vouchers),
  orders: orders(),
  ...Object.fromEntries(STATUSES.map((status) => [`orders, ${status}`, orders({ status })])),
  ...Object.fromEntries(FULFILMENTS.map((fulfilment) => [`orders, ${fulfilment}`, orders({ fulfilment })])),
  'orders, to_prepare, oldest first': orders({ fulfilment: 'to_prepare', order: 'oldest' }),
  products,
  ...variants('orders', [{}, ...Object.values(orderViews)], orderOrders, orders),
  customers: customers(),
  ...variants('customers', [{}], customerOrders, customers),
  'counts of all lists': async (db) => void (await countLists({ db, clock })),
  enquiries: enquiries(),
  ...Object.fromEntries(enquiryKinds.map((kind) => [`enquiries, ${kind}`, enquiries({ kind })])),
  ...Object.fromEntries(enquiryStates.map((state) => [`enquiries, ${state}`, enquiries({ state })])),
  activity,
  'activity of the shop': shopActivity,
}
