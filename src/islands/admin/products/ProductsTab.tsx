import { TabHead } from '../parts/TabHead.tsx'

export function ProductsTab() {
  return <TabHead title="Products" figures="Coming soon" />
}
