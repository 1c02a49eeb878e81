import {
  type AdminOrder,
  adminOrderEndpoint,
  adminOrdersEndpoint,
  type OrderDetail,
} from '#contract/admin-orders'
import { attentionEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { createDetail } from '../shared/detail.store.ts'
import { type ListQuery, createPagedList } from '../shared/paged-list.store.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

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

export const list = createPagedList<AdminOrder, { view: Filters['view'] }>(loadPage, { view: '' })

function loadPage({ view, ...query }: ListQuery<Filters>) {
  return adminCallPage(adminOrdersEndpoint, undefined, { query: { ...query, ...(view && VIEWS[view]) } })
}

export const detail = createDetail<OrderDetail>((id) =>
  adminCall(adminOrderEndpoint, undefined, { params: { id } }),
)

/** "3 to prepare"; '' until it is loaded. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { waiting } = await adminCall(attentionEndpoint, undefined)
    figures.value =
      waiting.ordersToPrepare === 0 ? 'Nothing to prepare' : `${waiting.ordersToPrepare} to prepare`
  } catch {
    // The tab works without its figures.
  }
}

/** Reloads the list, its figures and the open item. */
export async function refreshAll(): Promise<void> {
  await Promise.all([list.refresh(), loadFigures(), detail.refresh()])
}

/** Updates everything that shows the order after a change. */
export function setDetail(order: OrderDetail): void {
  detail.setDetail(order.id, order)
  void list.refresh()
  void loadFigures()
}
