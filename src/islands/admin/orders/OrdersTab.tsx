import { TabHead } from '../parts/TabHead.tsx'

export function OrdersTab() {
  return <TabHead title="Orders" figures="Coming soon" />
}
