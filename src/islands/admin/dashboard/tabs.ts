import { type ComponentType, lazy } from 'react'
import type { Tab } from '../router.ts'

/** Each tab's code is fetched when it is first looked at. */
const loads: Record<Tab, () => Promise<ComponentType>> = {
  overview: async () => (await import('../overview/OverviewTab.tsx')).OverviewTab,
  vouchers: async () => (await import('../vouchers/VouchersTab.tsx')).VouchersTab,
  products: async () => (await import('../products/ProductsTab.tsx')).ProductsTab,
  orders: async () => (await import('../orders/OrdersTab.tsx')).OrdersTab,
  customers: async () => (await import('../customers/CustomersTab.tsx')).CustomersTab,
}

const asLazy = (tab: Tab) => lazy(async () => ({ default: await loads[tab]() }))

export const tabs: Record<Tab, ComponentType> = {
  overview: asLazy('overview'),
  vouchers: asLazy('vouchers'),
  products: asLazy('products'),
  orders: asLazy('orders'),
  customers: asLazy('customers'),
}
