import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { dayEntries } from '#contract/base/listing.ts'

export const exportFiles = ['vouchers.csv', 'orders.csv', 'customers.csv', 'activity.csv'] as const

/** Limit of one file, because a function's response is limited. For more rows, export shorter periods. */
export const EXPORT_ROWS_MAX = 50_000

/** Days in London time, both inclusive. */
export const DaysSchema = v.pipe(
  v.object(dayEntries),
  v.forward(
    v.check(
      ({ from, to }) => !from || !to || from <= to,
      'Please choose a last day on or after the first day',
    ),
    ['to'],
  ),
)

/** Exports a table as CSV in UTF-8, for bookkeeping. The response is text, not JSON. */
export const exportCsvEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/export/:file',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: v.object({ file: v.picklist(exportFiles) }),
  query: DaysSchema,
  body: v.undefined(),
  reply: v.string(),
})
