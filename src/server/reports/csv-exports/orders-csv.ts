import { sql } from 'kysely'
import { sortableTime } from '#server/dates.ts'
import { query } from '#server/db/db.ts'
import { refundedPence } from '#server/money/rules/refundable-pence.ts'
import { csvExport } from '#server/reports/csv-exports/csv-export.ts'

const select = query
  .selectFrom('orders')
  .select(['id', 'placedAt as at', 'number', 'reference', 'status', 'fulfilment', 'delivery', 'productName'])
  .select(['quantity', 'amountPence', 'firstName', 'lastName', 'email', 'phone'])
  .select(
    sql<string>`concat_ws(', ', shipping_address ->> 'line1', shipping_address ->> 'line2', shipping_address ->> 'city',
      shipping_address ->> 'postcode', shipping_address ->> 'country')`.as('address'),
  )
  .select(refundedPence('orders.payment_id').as('refundedPence'))

export const ordersCsv = csvExport({ table: 'orders', at: 'placed_at', id: 'orders.id' }, select, {
  Ordered: ({ at }) => ({ date: sortableTime(at) }),
  'Order number': ({ number }) => number,
  Reference: ({ reference }) => reference,
  Payment: ({ status }) => status.replaceAll('_', ' '),
  Goods: ({ fulfilment }) => fulfilment.replaceAll('_', ' '),
  Delivery: ({ delivery }) => delivery,
  Product: ({ productName }) => productName,
  Quantity: ({ quantity }) => quantity,
  'Paid in pounds': ({ amountPence }) => ({ pounds: amountPence }),
  'Refunded in pounds': ({ refundedPence }) => ({ pounds: refundedPence }),
  'First name': ({ firstName }) => firstName,
  'Last name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => ({ phone }),
  Address: ({ address }) => address,
})
