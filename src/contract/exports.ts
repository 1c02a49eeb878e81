import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { isDay } from './text.ts'

export const exportFiles = ['vouchers.csv', 'orders.csv', 'customers.csv', 'activity.csv'] as const

/** No file has more rows: a function's answer may not grow without end. Whoever wants more asks for a shorter time. */
export const EXPORT_ROWS_MAX = 50_000

const DaySchema = v.pipe(
  v.string(),
  v.check((text) => text.startsWith('20') && isDay(text), 'Please choose a day'),
)

/** Days of London, both included. */
export const DaysSchema = v.pipe(
  v.object({ from: v.optional(DaySchema), to: v.optional(DaySchema) }),
  v.forward(
    v.check(({ from, to }) => !from || !to || from <= to, 'Please choose a day from the first one on'),
    ['to'],
  ),
)

/** A table as a file for the books, CSV in UTF-8; answered as text, not as JSON. */
export const exportCsvEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/export/:file',
  access: 'admin',
  params: v.object({ file: v.picklist(exportFiles) }),
  query: DaysSchema,
  body: v.undefined(),
  reply: v.string(),
})
