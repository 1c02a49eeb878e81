import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { enquiryStates } from '#contract/enquiries/enquiry-choices.ts'
import { voucherFilters } from '#contract/vouchers/admin-vouchers.ts'

/** The tabs of the list of orders, and by which fulfilment or payment status each filters. */
export const orderViews = {
  to_prepare: { fulfilment: 'to_prepare' },
  ready: { fulfilment: 'ready' },
  handed_over: { fulfilment: 'handed_over' },
  refunding: { status: 'refunding' },
  part_refunded: { status: 'part_refunded' },
  refunded: { status: 'refunded' },
  disputed: { status: 'disputed' },
} as const

export type OrderViewName = keyof typeof orderViews

export const orderViewNames = Object.keys(orderViews) as OrderViewName[]

/** Counts end here: shown as "99+". */
export const COUNTED_MAX = 100

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(COUNTED_MAX))

/** Counts what each tab of the lists shows, of all days and without a search. */
export const listCountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/list-counts',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: v.object({
    vouchers: v.object(v.entriesFromList(voucherFilters, CountSchema)),
    orders: v.object(v.entriesFromList(orderViewNames, CountSchema)),
    requests: v.object(v.entriesFromList(enquiryStates, CountSchema)),
  }),
})
