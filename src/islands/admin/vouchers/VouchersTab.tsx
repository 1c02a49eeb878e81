import { TabHead } from '../parts/TabHead.tsx'

export function VouchersTab() {
  return <TabHead title="Gift Vouchers" figures="Coming soon" />
}
