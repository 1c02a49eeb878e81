import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { SearchSchema } from '#contract/base/listing.ts'
import { AdminOrderSchema } from '#contract/orders/admin-orders.ts'
import { AdminProductSchema } from '#contract/products/admin-products.ts'
import { CustomerSchema } from '#contract/reports/customers.ts'
import { AdminVoucherSchema } from '#contract/vouchers/admin-vouchers.ts'

/** Most rows of each kind in the response of a search. */
export const SEARCH_ROWS = 5

const vouchers = v.object({
  ...v.pick(AdminVoucherSchema, [
    'id',
    'codeEnd',
    'status',
    'recipientName',
    'buyerName',
    'currentBalance',
    'number',
  ]).entries,
})

/** The newest of what a search finds, for links. Empty for a search that is too short. */
export const SearchResultsSchema = v.object({
  vouchers: v.array(vouchers),
  customers: v.array(v.pick(CustomerSchema, ['id', 'name', 'email'])),
  orders: v.array(
    v.pick(AdminOrderSchema, [
      'id',
      'number',
      'date',
      'status',
      'fulfilment',
      'delivery',
      'firstName',
      'lastName',
      'productName',
      'quantity',
    ]),
  ),
  products: v.array(v.pick(AdminProductSchema, ['id', 'name', 'category', 'stock'])),
})

export type SearchResults = v.InferOutput<typeof SearchResultsSchema>

/** Searches vouchers, customers, orders and products at once. */
export const searchEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'admin',
  role: 'staff',
  query: v.object({ search: SearchSchema }),
  body: v.undefined(),
  reply: SearchResultsSchema,
})
