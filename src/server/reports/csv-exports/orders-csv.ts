import { sql, type Selectable } from 'kysely'
import { sortableTime } from '#server/dates.ts'
import type { Orders } from '#server/db/database.types.ts'
import { refundedPence } from '#server/db/left-pence.ts'
import { csvExport, type RowPosition } from '#server/reports/csv-exports/csv-export.ts'

type Column =
  | 'number'
  | 'reference'
  | 'status'
  | 'fulfilment'
  | 'delivery'
  | 'productName'
  | 'quantity'
  | 'amountPence'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'

interface Row extends RowPosition, Pick<Selectable<Orders>, Column> {
  refundedPence: number
  address: string
}

const select = sql<Row>`
  select orders.id, placed_at as at, number, reference, status, fulfilment, delivery, product_name,
    quantity, amount_pence, first_name, last_name, email, phone, concat_ws(', ', shipping_address ->> 'line1',
      shipping_address ->> 'line2', shipping_address ->> 'city', shipping_address ->> 'postcode', shipping_address ->> 'country') as address,
    ${refundedPence('orders.payment_id')} as refunded_pence
  from orders`

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
