import { TabHead } from '../parts/TabHead.tsx'

export function OverviewTab() {
  return <TabHead title="Overview" figures="Coming soon" />
}
