import type { Control } from '#local/stripe/control.ts'
import { flag, integer, parseForm, required, text, type StripeParams } from '#local/stripe/params.ts'
import type { ReviewReason } from '#local/stripe/reviews.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'

/** `ok` is true by default. */
const ok = (params: StripeParams) => params['ok'] !== 'false'

function optionalAmount(params: StripeParams): { amount?: number } {
  const amount = integer(params, 'amount')
  return amount === undefined ? {} : { amount }
}

const CALLS: Record<string, (control: Control, params: StripeParams) => Promise<unknown>> = {
  hold: (control) => control.hold(),
  release: (control) => control.release(),
  drop: (control) => control.drop(),
  takeDown: (control) => control.takeDown(),
  refuseKey: (control) => control.refuseKey(),
  heal: (control) => control.heal(),
  authenticate: (control, params) =>
    control.authenticate({ intent: required(params, 'intent'), ok: ok(params) }),
  leaveProcessing: (control, params) => control.leaveProcessing({ intent: required(params, 'intent') }),
  completeProcessing: (control, params) =>
    control.completeProcessing({ intent: required(params, 'intent'), ok: ok(params) }),
  holdSettling: (control) => control.holdSettling(),
  releaseSettling: (control) => control.releaseSettling(),
  refund: (control, params) =>
    control.refund({ intent: required(params, 'intent'), ...optionalAmount(params) }),
  settleRefund: (control, params) =>
    control.settleRefund({ refund: required(params, 'refund'), ok: ok(params) }),
  openDispute: (control, params) =>
    control.openDispute({
      intent: required(params, 'intent'),
      reason: text(params, 'reason') ?? 'fraudulent',
      inquiry: flag(params, 'inquiry'),
      ...optionalAmount(params),
    }),
  setDisputeStatus: (control, params) =>
    control.setDisputeStatus({ dispute: required(params, 'dispute'), status: required(params, 'status') }),
  warnOfFraud: (control, params) => control.warnOfFraud({ intent: required(params, 'intent') }),
  openReview: (control, params) => control.openReview({ intent: required(params, 'intent') }),
  closeReview: (control, params) =>
    control.closeReview({
      review: required(params, 'review'),
      reason: required(params, 'reason') as ReviewReason,
    }),
  reset: (control) => control.reset(),
  state: (control) => control.state(),
}

/** Calls the control with this name; refuses unknown names. */
export async function callControl(control: Control, name: string, params: StripeParams): Promise<unknown> {
  const call = CALLS[name]
  if (!call) throw new Refusal(404, { type: 'invalid_request_error', message: `No control: ${name}` })
  return call(control, params)
}

/** Handles `POST /__control/<name>` with the arguments as a form. */
export async function answerControl(control: Control, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.split('/').pop() ?? ''
  try {
    if (request.method !== 'POST')
      throw new Refusal(405, { type: 'invalid_request_error', message: 'Only POST' })
    const result = await callControl(control, name, parseForm(await request.text()))
    return Response.json(result ?? {})
  } catch (error) {
    if (error instanceof Refusal) return Response.json({ error: error.body }, { status: error.status })
    throw error
  }
}
