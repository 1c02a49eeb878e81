import { type ComponentType, lazy } from 'react'
import type { Tab } from '../router.ts'

/** Each tab's code is fetched when it is first looked at. */
const loadTab: Record<Tab, () => Promise<ComponentType>> = {
  overview: async () => (await import('../overview/OverviewTab.tsx')).OverviewTab,
  vouchers: async () => (await import('../vouchers/VouchersTab.tsx')).VouchersTab,
  products: async () => (await import('../products/ProductsTab.tsx')).ProductsTab,
  orders: async () => (await import('../orders/OrdersTab.tsx')).OrdersTab,
  customers: async () => (await import('../customers/CustomersTab.tsx')).CustomersTab,
}

const lazyTab = (tab: Tab) => lazy(async () => ({ default: await loadTab[tab]() }))

export const TAB_COMPONENTS: Record<Tab, ComponentType> = {
  overview: lazyTab('overview'),
  vouchers: lazyTab('vouchers'),
  products: lazyTab('products'),
  orders: lazyTab('orders'),
  customers: lazyTab('customers'),
}
