import {
  adminOrderEndpoint,
  adminOrdersEndpoint,
  orderOrders,
  packingSlipsEndpoint,
  type AdminOrder,
  type PackedOrder,
} from '#contract/orders/admin-orders.ts'
import { orderViewNames, orderViews, type OrderViewName } from '#contract/search/list-counts.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { createList, type ListQuery } from '#islands/admin/shared/list.ts'
import { detailQuery } from '#islands/admin/shared/server-data.ts'

interface Filters {
  view: OrderViewName | ''
  order: (typeof orderOrders)[number] | ''
  from: string
  to: string
}

/** Opens on what is to be done, in the order in which buyers have waited. */
export const list = createList<AdminOrder, { [Name in keyof Filters]: Filters[Name] }>(
  'orders',
  ({ view, ...query }: ListQuery<Filters>) =>
    adminCallPage(adminOrdersEndpoint, undefined, { query: { ...query, ...(view && orderViews[view]) } }),
  { view: 'to_prepare', order: '', from: '', to: '' },
  {
    choices: { view: ['', ...orderViewNames], order: orderOrders },
    usualOrder: ({ view }) => (view === 'to_prepare' ? 'oldest' : 'newest'),
  },
)

export const orderQuery = (id: string) =>
  detailQuery('orders', id, () => adminCall(adminOrderEndpoint, undefined, { params: { id } }))

export const loadPackingSlips = (orders: AdminOrder[]): Promise<PackedOrder[]> =>
  adminCall(packingSlipsEndpoint, { ids: orders.map(({ id }) => id) })
