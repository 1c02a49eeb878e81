import { sortableTime } from '#server/dates.ts'
import { query } from '#server/db/db.ts'
import { csvExport } from '#server/reports/csv-exports/csv-export.ts'
import { COUNTS, SPENT } from '#server/reports/customer-figures.ts'

const select = query
  .selectFrom('customer')
  .innerJoinLateral(COUNTS, (join) => join.onTrue())
  .select(['customer.id', 'lastSeen as at', 'name', 'customer.email', SPENT.as('spentPence')])
  .selectAll('leftBehind')

export const customersCsv = csvExport({ table: 'customer', at: 'last_seen', id: 'customer.id' }, select, {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  'Last seen': ({ at }) => ({ date: sortableTime(at) }),
  'Spent in pounds': ({ spentPence }) => ({ pounds: Number(spentPence) }),
  'Vouchers bought': ({ vouchersBought }) => vouchersBought,
  'Vouchers received': ({ vouchersReceived }) => vouchersReceived,
  Orders: ({ orders }) => orders,
  'Questions about products': ({ inquiries }) => inquiries,
  Messages: ({ messages }) => messages,
  'Appointment requests': ({ appointments }) => appointments,
})
