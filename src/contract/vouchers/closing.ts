import * as v from 'valibot'
import { AmountSchema, SumSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { isDay } from '#contract/base/text.ts'

/** A day in London, YYYY-MM-DD. Default: today. */
const ClosingDaySchema = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => text.startsWith('20') && isDay(text), 'Please choose a day'),
  ),
)

const FigureSchema = v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(0)), sum: SumSchema })

const figures = {
  soldForCash: FigureSchema,
  /** By the clinic's card terminal. */
  soldByCard: FigureSchema,
  /** Issued without payment. */
  complimentary: FigureSchema,
  /** Of vouchers that were sold for cash. */
  paidBackInCash: FigureSchema,
  /** By the clinic's card terminal, of vouchers that were sold by it. */
  paidBackByCard: FigureSchema,
  /** Cash sold less cash paid back: what the till should have gained. */
  cash: SumSchema,
}

/** What moves the figures of a day: a sale, a voucher given free, or money paid back at the clinic. */
export const closingMoves = ['sold', 'given', 'paid_back'] as const

/** Entries that a closing lists. Its figures count all. */
export const CLOSING_ENTRIES_MAX = 1000

/** What was sold, given and paid back at the clinic's desk on one day in London, from the ledger. */
export const ClosingSchema = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  total: v.object(figures),
  /** Everybody who did something of it: oneself first, then by address. */
  people: v.array(
    v.object({
      /** A person's name. */
      by: v.string(),
      isOwn: v.boolean(),
      ...figures,
    }),
  ),
  /** Oldest first. */
  entries: v.array(
    v.object({
      at: v.pipe(v.string(), v.isoTimestamp()),
      what: v.picklist(closingMoves),
      paidBy: v.picklist(['cash', 'card', 'complimentary']),
      amount: AmountSchema,
      by: v.string(),
      voucherId: IdSchema,
      /** The end of the code. */
      codeEnd: v.string(),
    }),
  ),
})

export type Closing = v.InferOutput<typeof ClosingSchema>

export const closingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/closing',
  access: 'admin',
  role: 'staff',
  query: v.object({ day: ClosingDaySchema }),
  body: v.undefined(),
  reply: ClosingSchema,
})

/** Emails the closing of a day to the admin who asks for it. */
export const emailClosingEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/closing/email',
  access: 'admin',
  role: 'owner',
  body: v.object({ day: ClosingDaySchema, requestId: RequestIdSchema }),
  reply: v.object({ queued: v.literal(true) }),
})
