import { sql } from 'kysely'
import { COUNTS, SPENT } from '../customer-figures.ts'
import { sortableTime } from '../../dates.ts'
import { type RowPosition, csvExport } from './csv-export.ts'
import type { CustomerRow } from '../list-customers.ts'

type Row = RowPosition & Omit<CustomerRow, 'lastSeen'>

const select = sql<Row>`
  select customer.id, last_seen as at, customer.name, customer.email, left_behind.*,
    ${SPENT} as spent_pence
  from customer, ${COUNTS} left_behind`

export const customersCsv = csvExport({ table: 'customer', at: 'last_seen', id: 'customer.id' }, select, {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  'Last seen': ({ at }) => sortableTime(at),
  'Spent in pounds': ({ spentPence }) => ({ pounds: Number(spentPence) }),
  'Vouchers bought': ({ vouchersBought }) => vouchersBought,
  'Vouchers received': ({ vouchersReceived }) => vouchersReceived,
  Orders: ({ orders }) => orders,
  'Questions about products': ({ inquiries }) => inquiries,
  Messages: ({ messages }) => messages,
  'Appointment requests': ({ appointments }) => appointments,
})
