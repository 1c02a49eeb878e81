import { sql } from 'kysely'
import { sortableTime } from '#server/dates.ts'
import { csvExport, type RowPosition } from '#server/reports/csv-exports/csv-export.ts'
import { COUNTS, SPENT } from '#server/reports/customer-figures.ts'
import type { CustomerRow } from '#server/reports/list-customers.ts'

type Row = RowPosition & Omit<CustomerRow, 'lastSeen' | 'phone' | 'sortedName'>

const select = sql<Row>`
  select customer.id, last_seen as at, customer.name, customer.email, left_behind.*,
    ${SPENT} as spent_pence
  from customer, ${COUNTS} left_behind`

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
