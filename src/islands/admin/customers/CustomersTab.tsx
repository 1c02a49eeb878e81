import { TabHead } from '../parts/TabHead.tsx'

export function CustomersTab() {
  return <TabHead title="Customers" figures="Coming soon" />
}
