import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import { enquiryKinds, enquiryStates } from '#contract/enquiries/enquiry-choices.ts'
import {
  COUNTED_MAX,
  orderViewNames,
  orderViews,
  type listCountsEndpoint,
} from '#contract/search/list-counts.ts'
import { voucherFilters } from '#contract/vouchers/admin-vouchers.ts'
import type { Services } from '#server/clients/services.ts'
import { ENQUIRY_TABLES } from '#server/enquiries/enquiry-rows.ts'
import { isInState } from '#server/enquiries/list-enquiries.ts'
import { isInView } from '#server/orders/list-orders.ts'
import { isShownBy } from '#server/vouchers/desk/list-vouchers.ts'

/** Counts the rows of the tabs of each list, up to `COUNTED_MAX`. Reads each table once. */
export async function countLists({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof listCountsEndpoint>> {
  const now = clock.now()
  const { vouchers, orders, requests } = await db.batch({
    vouchers: countTabs(voucherFilters, (filter) => isShownBy(filter, now), sql`gift_voucher voucher`),
    orders: countTabs(orderViewNames, (view) => isInView(orderViews[view]), sql`orders`),
    requests: countTabs(
      enquiryStates,
      (state) => isInState(state, 'request', now),
      sql`(${sql.join(
        enquiryKinds.map((kind) => {
          const confirmed =
            kind === 'appointment'
              ? sql`confirmed_for, confirmed_minutes`
              : sql`null::timestamptz as confirmed_for, null::int as confirmed_minutes`
          return sql`select answered_at, ${confirmed} from ${sql.table(ENQUIRY_TABLES[kind])}`
        }),
        sql` union all `,
      )}) request`,
    ),
  })
  return { vouchers: vouchers[0]!.counts, orders: orders[0]!.counts, requests: requests[0]!.counts }
}

/** Counts the rows that each tab of a list shows. */
const countTabs = <Tab extends string>(
  tabs: readonly Tab[],
  isShown: (tab: Tab) => RawBuilder<unknown>,
  table: RawBuilder<unknown>,
) => sql<{ counts: Record<Tab, number> }>`
  select jsonb_build_object(${sql.join(
    tabs.map((tab) => sql`${tab}::text, least(count(*) filter (where ${isShown(tab)}), ${COUNTED_MAX})`),
  )}) as counts from ${table}`
