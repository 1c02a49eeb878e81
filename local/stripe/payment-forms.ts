import type Stripe from 'stripe'
import { html, postForm, selectField, type Html } from '#local/mail/html-page.ts'
import { NEXT_STATUSES } from '#local/stripe/disputes.ts'
import { REVIEW_REASONS } from '#local/stripe/reviews.ts'
import type { StripeState } from '#local/stripe/state.ts'

const DISPUTE_REASONS = ['fraudulent', 'product_not_received', 'product_unacceptable', 'duplicate']

const OUTAGES = {
  none: 'up',
  down: 'down: it answers every request with an error',
  key_refused: 'up, but refuses the secret key, as after it was revoked',
}

export function accountForms({ pending, settings }: StripeState): Html {
  const waiting = Object.values(pending)
  const held = waiting.filter((delivery) => delivery.held).length
  const button = (control: string, label: string) => postForm({ control }, html`<button>${label}</button>`)
  const isUp = settings.outage === undefined
  return html`<p>Stripe is ${OUTAGES[settings.outage ?? 'none']}.</p>
    ${
      isUp
        ? html`${button('takeDown', 'Take it down')} ${button('refuseKey', 'Refuse the key')}`
        : button('heal', 'Bring it up')
    }
    <p>
      Webhooks are ${settings.holdWebhooks ? 'held back' : 'sent at once'}: ${held} held,
      ${waiting.length - held} being sent or repeated.
    </p>
    ${button('hold', 'Hold webhooks')} ${button('release', 'Release webhooks')}
    ${button('drop', 'Drop held webhooks')}
    <p>
      Bank debits and pending refunds
      ${settings.holdSettling ? 'wait for a button here' : 'settle after a moment'}.
    </p>
    ${button('holdSettling', 'Leave them pending')} ${button('releaseSettling', 'Let them settle')}`
}

export function intentForms({ id, status, next_action: next }: Stripe.PaymentIntent): Html[] {
  const about = { intent: id, back: id }
  if (status === 'processing') return either('completeProcessing', about, 'Let it succeed', 'Let it fail')
  if (status !== 'requires_action') return []
  const answers = either('authenticate', about, 'Let the buyer confirm', 'Let the buyer fail')
  if (next?.type !== 'redirect_to_url') return answers
  return [
    ...answers,
    postForm({ control: 'leaveProcessing', ...about }, html`<button>Leave processing</button>`),
  ]
}

/** The possible events after a successful charge. */
export function chargeForms(
  intent: string,
  { amount, amount_refunded: refunded }: Stripe.Charge,
  { warned, underReview }: { warned: boolean; underReview: boolean },
): Html[] {
  const about = { intent, back: intent }
  const refund = html`${number('amount', 'Amount in pence', amount - refunded)}
    <button>Refund in the dashboard</button>`
  const dispute = html`${number('amount', 'Amount in pence, all if empty', '')}
    ${selectField('reason', 'Reason', DISPUTE_REASONS)}
    <label><input type="checkbox" name="inquiry" value="true" /> Only an inquiry</label>
    <button>Open a dispute</button>`
  return [
    ...(refunded < amount ? [postForm({ control: 'refund', ...about }, refund)] : []),
    postForm({ control: 'openDispute', ...about }, dispute),
    ...(warned ? [] : [postForm({ control: 'warnOfFraud', ...about }, html`<button>Warn of fraud</button>`)]),
    ...(underReview
      ? []
      : [postForm({ control: 'openReview', ...about }, html`<button>Open a review</button>`)]),
  ]
}

export function refundForms({ id, status }: Stripe.Refund, back: string): Html[] {
  const forms = either('settleRefund', { refund: id, back }, 'Let the refund succeed', 'Let the refund fail')
  if (status === 'pending') return forms
  return status === 'succeeded' ? forms.slice(1) : []
}

export function disputeForms({ id, status }: Stripe.Dispute, back: string): Html[] {
  const next = NEXT_STATUSES[status] ?? []
  const body = html`${selectField('status', 'Status', next)} <button>Set the status</button>`
  return next.length > 0 ? [postForm({ control: 'setDisputeStatus', dispute: id, back }, body)] : []
}

export function reviewForms({ id, open }: Stripe.Review, back: string): Html[] {
  const body = html`${selectField('reason', 'Reason', REVIEW_REASONS)} <button>Close the review</button>`
  return open ? [postForm({ control: 'closeReview', review: id, back }, body)] : []
}

function either(control: string, about: Record<string, string>, good: string, bad: string): Html[] {
  return [
    postForm({ control, ok: 'true', ...about }, html`<button>${good}</button>`),
    postForm({ control, ok: 'false', ...about }, html`<button>${bad}</button>`),
  ]
}

const number = (name: string, label: string, value: number | '') =>
  html`<label>${label} <input name="${name}" value="${value}" inputmode="numeric" size="8" /></label>`
