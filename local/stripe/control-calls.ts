import { FAULTY_LISTS, type Control } from '#local/stripe/control.ts'
import {
  flag,
  group,
  integer,
  list,
  parseJson,
  readJson,
  required,
  text,
  type StripeParams,
} from '#local/stripe/params.ts'
import { REVIEW_REASONS } from '#local/stripe/reviews.ts'
import { readAmount } from '#local/stripe/stripe-amounts.ts'
import { invalidParameter, Refusal } from '#local/stripe/stripe-errors.ts'
import { PAGE_FAULTS, type StripeFault } from '#local/stripe/stripe-faults.ts'

/** `ok` is true by default. */
const ok = (params: StripeParams) => params['ok'] !== 'false'

const CALLS: Record<string, (control: Control, params: StripeParams) => Promise<unknown>> = {
  hold: (control) => control.hold(),
  release: (control, params) => control.release({ order: readOrder(params) }),
  drop: (control) => control.drop(),
  delay: (control, params) => control.delay({ ms: integer(params, 'ms') ?? 0 }),
  resend: (control, params) =>
    control.resend({ event: required(params, 'event'), times: integer(params, 'times') ?? 1 }),
  fault: (control, params) => control.fault(readFault(params)),
  faultList: (control, params) =>
    control.faultList({
      list: oneOf(FAULTY_LISTS, params, 'list'),
      how: oneOf(PAGE_FAULTS, params, 'how'),
      ...optional(params, 'times'),
    }),
  authenticate: (control, params) =>
    control.authenticate({ intent: required(params, 'intent'), ok: ok(params) }),
  leaveProcessing: (control, params) => control.leaveProcessing({ intent: required(params, 'intent') }),
  completeProcessing: (control, params) =>
    control.completeProcessing({ intent: required(params, 'intent'), ok: ok(params) }),
  holdSettling: (control) => control.holdSettling(),
  releaseSettling: (control) => control.releaseSettling(),
  refund: (control, params) =>
    control.refund({ intent: required(params, 'intent'), ...optional(params, 'amount') }),
  settleRefund: (control, params) =>
    control.settleRefund({ refund: required(params, 'refund'), ok: ok(params) }),
  openDispute: (control, params) =>
    control.openDispute({
      intent: required(params, 'intent'),
      reason: text(params, 'reason') ?? 'fraudulent',
      inquiry: flag(params, 'inquiry'),
      ...optional(params, 'amount'),
    }),
  setDisputeStatus: (control, params) =>
    control.setDisputeStatus({ dispute: required(params, 'dispute'), status: required(params, 'status') }),
  warnOfFraud: (control, params) => control.warnOfFraud({ intent: required(params, 'intent') }),
  openReview: (control, params) => control.openReview({ intent: required(params, 'intent') }),
  closeReview: (control, params) =>
    control.closeReview({
      review: required(params, 'review'),
      reason: oneOf(REVIEW_REASONS, params, 'reason'),
    }),
  payElsewhere: (control, params) =>
    control.payElsewhere({
      amount: readAmount(params, 'amount'),
      currency: text(params, 'currency') ?? 'gbp',
      metadata: readMetadata(params),
      ...optional(params, 'count'),
    }),
  // `changes` is a string of JSON, so that its values keep their types.
  amend: (control, params) =>
    control.amend({ id: required(params, 'id'), changes: Object(readJson(required(params, 'changes'))) }),
  ageKeys: (control, params) => control.ageKeys({ hours: integer(params, 'hours') ?? 0 }),
  reset: (control) => control.reset(),
  state: (control) => control.state(),
}

/** Calls the control with this name; refuses unknown names. */
export async function callControl(control: Control, name: string, params: StripeParams): Promise<unknown> {
  const call = CALLS[name]
  if (!call) throw new Refusal(404, { type: 'invalid_request_error', message: `No control: ${name}` })
  return call(control, params)
}

/** Handles `POST /__control/<name>` with the arguments as JSON. */
export async function answerControl(control: Control, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.split('/').pop() ?? ''
  try {
    if (request.method !== 'POST')
      throw new Refusal(405, { type: 'invalid_request_error', message: 'Only POST' })
    const body = await request.text()
    const result = await callControl(control, name, parseJson(body || '{}'))
    return Response.json(result ?? {})
  } catch (error) {
    if (error instanceof Refusal) return Response.json({ error: error.body }, { status: error.status })
    throw error
  }
}

function readOrder(params: StripeParams) {
  if (typeof params['order'] === 'object') return list(params, 'order')
  return params['order'] === 'reversed' ? 'reversed' : 'given'
}

function oneOf<Value extends string>(values: readonly Value[], params: StripeParams, name: string): Value {
  const given = required(params, name)
  const value = values.find((known) => known === given)
  if (value !== undefined) return value
  throw invalidParameter(`Invalid ${name}: must be one of ${values.join(', ')}`, name)
}

function readMetadata(params: StripeParams): Record<string, string> {
  const metadata = group(params, 'metadata')
  return Object.fromEntries(Object.keys(metadata).map((key) => [key, text(metadata, key) ?? '']))
}

const readFault = (params: StripeParams): StripeFault => ({
  match: required(params, 'match'),
  after: flag(params, 'after'),
  ...optional(params, 'times'),
  ...optional(params, 'delayMs'),
  ...optional(params, 'status'),
})

function optional<Name extends string>(params: StripeParams, name: Name): { [key in Name]?: number } {
  const value = integer(params, name)
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: number })
}
