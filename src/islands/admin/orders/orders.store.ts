import { adminOrderEndpoint, adminOrdersEndpoint, type AdminOrder } from '#contract/admin-orders.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { createList, type ListQuery } from '#islands/admin/shared/list.ts'
import { detailQuery } from '#islands/admin/shared/server-data.ts'

/** The list's filter values: each filters by fulfilment or by payment status. */
const VIEWS = {
  to_prepare: { fulfilment: 'to_prepare' },
  ready: { fulfilment: 'ready' },
  handed_over: { fulfilment: 'handed_over' },
  refunding: { status: 'refunding' },
  part_refunded: { status: 'part_refunded' },
  refunded: { status: 'refunded' },
  disputed: { status: 'disputed' },
} as const

interface Filters {
  view: keyof typeof VIEWS | ''
}

/** Opens on what is to be done. */
export const list = createList<AdminOrder, { view: Filters['view'] }>('orders', loadPage, {
  view: 'to_prepare',
})

/** What is to be done is listed in the order in which buyers have waited. */
export const isOldestFirst = (view: Filters['view'] | undefined): boolean => view === 'to_prepare'

function loadPage({ view, ...query }: ListQuery<Filters>) {
  const order = isOldestFirst(view) ? 'oldest' : 'newest'
  return adminCallPage(adminOrdersEndpoint, undefined, {
    query: { ...query, ...(view && VIEWS[view]), order },
  })
}

export const orderQuery = (id: string) =>
  detailQuery('orders', id, () => adminCall(adminOrderEndpoint, undefined, { params: { id } }))
