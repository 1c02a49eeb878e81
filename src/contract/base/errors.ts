import * as v from 'valibot'

/** Error codes of the API. */
export const errorCodes = [
  'invalid_request',
  'signed_out',
  'wrong_credentials',
  'cross_site',
  'forbidden',
  'step_up_required',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'payment_incomplete',
  'payment_closed',
  'already_paid',
  'already_sent',
  'request_reused',
  'sold_out',
  'changed_meanwhile',
  'not_active',
  'still_open',
  'insufficient_balance',
  'too_late',
  'daily_limit',
  'payment_provider',
  'unavailable',
  'database_unreachable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The body of an error response. `fields` maps a path such as `voucherData.buyerName` to its error message. */
export const ErrorSchema = v.object({
  message: v.string(),
  code: v.picklist(errorCodes),
  fields: v.optional(v.record(v.string(), v.string())),
})

export type ErrorBody = v.InferOutput<typeof ErrorSchema>
