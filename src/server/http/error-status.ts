import type { ErrorCode } from '#contract/errors.ts'

/** HTTP status of the response by error code. */
export const errorStatus: Record<ErrorCode, number> = {
  invalid_request: 400,
  signed_out: 401,
  wrong_credentials: 401,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  payment_incomplete: 409,
  payment_closed: 409,
  already_paid: 409,
  already_sent: 409,
  request_reused: 409,
  sold_out: 409,
  changed_meanwhile: 409,
  not_active: 409,
  still_open: 409,
  insufficient_balance: 409,
  too_late: 409,
  daily_limit: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  payment_provider: 502,
  unavailable: 503,
}
