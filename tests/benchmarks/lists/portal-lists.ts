import { enquiryKinds, enquiryStates } from '#contract/admin-enquiries.ts'
import { type voucherFilters } from '#contract/admin-vouchers.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { systemClock as clock } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'
import { listEnquiries } from '#server/enquiries/list-enquiries.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { listAdminProducts } from '#server/products/list-admin-products.ts'
import { listCustomers } from '#server/reports/list-customers.ts'
import { listVouchers } from '#server/vouchers/list-vouchers.ts'

/** Reads one page of a list. Resolves to the cursor of the next. */
type TurnPage = (db: Db, cursor: string | undefined, search?: string) => Promise<string | undefined>

type VoucherFilter = (typeof voucherFilters)[number]

const FILTERS: VoucherFilter[] = ['active', 'spent', 'expired', 'refunded', 'disputed', 'expiring']
const STATUSES = ['completed', 'part_refunded'] as const
const FULFILMENTS = ['to_prepare', 'ready', 'handed_over'] as const

const vouchers =
  (status?: VoucherFilter): TurnPage =>
  async (db, cursor, search) =>
    (await listVouchers({ db, clock }, { search, status, cursor })).cursor

type OrderFilter = Omit<Parameters<typeof listOrders>[1], 'search' | 'cursor'>

const orders =
  (filter: Partial<OrderFilter> = {}): TurnPage =>
  async (db, cursor, search) =>
    (await listOrders(db, { order: 'newest', ...filter, search, cursor })).cursor

const products: TurnPage = async (db, cursor, search) =>
  (await listAdminProducts(db, { search, cursor })).next
const customers: TurnPage = async (db, cursor, search) => (await listCustomers(db, { search, cursor })).cursor
const activity: TurnPage = async (db, cursor) => (await listActivity(db, { cursor })).next
const shopActivity: TurnPage = async (db, cursor) => (await listActivity(db, { cursor, of: 'shop' })).next

type EnquiryFilter = Omit<Parameters<typeof listEnquiries>[1], 'cursor'>

const enquiries =
  (filter: Partial<EnquiryFilter> = {}): TurnPage =>
  async (db, cursor) =>
    (await listEnquiries(db, { kind: undefined, state: undefined, ...filter, cursor })).cursor

/** Every list of the portal with each of its filters. */
export const portalLists: Record<string, TurnPage> = {
  vouchers: vouchers(),
  ...Object.fromEntries(FILTERS.map((filter) => [`vouchers, ${filter}`, vouchers(filter)])),
  orders: orders(),
  ...Object.fromEntries(STATUSES.map((status) => [`orders, ${status}`, orders({ status })])),
  ...Object.fromEntries(FULFILMENTS.map((fulfilment) => [`orders, ${fulfilment}`, orders({ fulfilment })])),
  'orders, to_prepare, oldest first': orders({ fulfilment: 'to_prepare', order: 'oldest' }),
  products,
  customers,
  enquiries: enquiries(),
  ...Object.fromEntries(enquiryKinds.map((kind) => [`enquiries, ${kind}`, enquiries({ kind })])),
  ...Object.fromEntries(enquiryStates.map((state) => [`enquiries, ${state}`, enquiries({ state })])),
  activity,
  'activity of the shop': shopActivity,
}
