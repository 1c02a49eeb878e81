import type Stripe from 'stripe'

/** The `error` object of an error response: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/** A request that Stripe refuses with an error. */
export class Refusal extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  /** Whether the endpoint has run. Only then is the response stored for the idempotency key. */
  readonly began: boolean

  constructor(status: number, body: StripeErrorBody, began = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.began = began
  }
}

export function invalidParameter(message: string, param: string, code?: string) {
  return new Refusal(400, { type: 'invalid_request_error', message, param, ...(code && { code }) })
}

/** A valid request that the state of the object does not allow. */
export function impossible(message: string, code?: string, more: Partial<StripeErrorBody> = {}) {
  return new Refusal(400, { type: 'invalid_request_error', message, ...(code && { code }), ...more }, true)
}

export function missing(what: string, id: string, param = 'id') {
  const message = `No such ${what}: '${id}'`
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** Stripe locks an object while a request changes it: https://docs.stripe.com/rate-limits#object-lock-timeouts */
export function lockTimeout() {
  const message =
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.'
  return new Refusal(429, { type: 'invalid_request_error', code: 'lock_timeout', message })
}

export function unauthorized(message: string, code?: string) {
  return new Refusal(401, { type: 'invalid_request_error', message, ...(code && { code }) })
}

export function cardRefused(body: Omit<StripeErrorBody, 'type'>, began = true) {
  return new Refusal(402, { type: 'card_error', ...body }, began)
}
