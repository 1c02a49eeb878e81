import { sql, type RawBuilder } from 'kysely'
import { voucherFilters } from '#contract/admin-vouchers.ts'
import type { Reply } from '#contract/endpoint.ts'
import { enquiryKinds, enquiryStates } from '#contract/enquiry-choices.ts'
import { COUNTED_MAX, orderViewNames, orderViews, type listCountsEndpoint } from '#contract/list-counts.ts'
import type { Services } from '#server/clients/services.ts'
import { ENQUIRY_TABLES } from '#server/enquiries/enquiry-rows.ts'
import { STATES } from '#server/enquiries/list-enquiries.ts'
import { isInView } from '#server/orders/list-orders.ts'
import { statusConditions } from '#server/vouchers/list-vouchers.ts'

/** Counts the rows of the tabs of each list, up to `COUNTED_MAX`: with more, the cost does not grow. */
export async function countLists({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof listCountsEndpoint>> {
  const now = clock.now()
  const { vouchers, orders, requests } = await db.batch({
    vouchers: countTabs(voucherFilters, (filter) =>
      statusConditions(filter, now).map((condition) => sql`gift_voucher voucher where ${condition}`),
    ),
    orders: countTabs(orderViewNames, (view) => [sql`orders where ${isInView(orderViews[view])}`]),
    requests: countTabs(enquiryStates, (state) =>
      enquiryKinds.map((kind) => sql`${sql.table(ENQUIRY_TABLES[kind])} where ${STATES[state]}`),
    ),
  })
  return {
    vouchers: toCounts(voucherFilters, vouchers),
    orders: toCounts(orderViewNames, orders),
    requests: toCounts(enquiryStates, requests),
  }
}

interface TabCount {
  tab: string
  count: number
}

/** Counts the rows of each tab of a list, which are those of several parts. */
const countTabs = <Tab extends string>(tabs: readonly Tab[], partsOf: (tab: Tab) => RawBuilder<unknown>[]) =>
  sql<TabCount>`${sql.join(
    tabs.map((tab) => {
      const parts = partsOf(tab).map((part) => sql`(select from ${part} limit ${COUNTED_MAX})`)
      return sql`
        select ${tab}::text as tab, (select least(count(*), ${COUNTED_MAX}) from (${sql.join(parts, sql` union all `)}) found)::int as count`
    }),
    sql` union all `,
  )}`

const toCounts = <Tab extends string>(tabs: readonly Tab[], found: TabCount[]) =>
  Object.fromEntries(tabs.map((name) => [name, found.find(({ tab }) => tab === name)?.count ?? 0])) as Record<
    Tab,
    number
  >
