import { type Customer, customersEndpoint } from '#contract/customers'
import { adminStatsEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { createPagedList } from '../shared/paged-list.store.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

export const list = createPagedList<Customer>((query) =>
  adminCallPage(customersEndpoint, undefined, { query }),
)

/** "3 bought for the first time this month"; nothing until it is known. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { newCustomers } = await adminCall(adminStatsEndpoint, undefined)
    figures.value = `${newCustomers} bought for the first time this month`
  } catch {
    // The list says what it has to say without them.
  }
}
