import { type Customer, customersEndpoint } from '#contract/customers'
import { adminStatsEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { createPagedList } from '../shared/paged-list.store.ts'
import { ask, askPage } from '../admin-api.ts'

export const customers = createPagedList<Customer>((query) =>
  askPage(customersEndpoint, undefined, { query }),
)

/** "3 bought for the first time this month"; nothing until it is known. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { newCustomers } = await ask(adminStatsEndpoint, undefined)
    figures.value = `${newCustomers} bought for the first time this month`
  } catch {
    // The list says what it has to say without them.
  }
}
