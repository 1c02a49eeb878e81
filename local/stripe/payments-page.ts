import type Stripe from 'stripe'
import { html, htmlPage, type Html } from '#local/mail/html-page.ts'
import type { TestAccount } from '#local/stripe/account.ts'
import { callControl } from '#local/stripe/control-calls.ts'
import type { Control } from '#local/stripe/control.ts'
import { parseForm, required, text } from '#local/stripe/params.ts'
import {
  accountForms,
  chargeForms,
  disputeForms,
  intentForms,
  refundForms,
  reviewForms,
} from '#local/stripe/payment-forms.ts'
import type { StripeState } from '#local/stripe/state.ts'
import { showAmount } from '#local/stripe/stripe-amounts.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'

interface Parts {
  account: TestAccount
  control: Control
}

const HOME = '/__local/stripe'
const SHOWN_MAX = 50

/** Shows the newest payments with a button for each event that may follow at Stripe. */
export async function paymentsPage(parts: Parts, request: Request): Promise<Response> {
  if (request.method !== 'POST') return page(parts.account)
  const params = parseForm(await request.text())
  try {
    await callControl(parts.control, required(params, 'control'), params)
    const back = text(params, 'back') ?? ''
    return new Response(null, { status: 303, headers: { location: `${HOME}#${encodeURIComponent(back)}` } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return page(parts.account, error)
  }
}

function page({ state }: TestAccount, refusal?: Refusal): Response {
  const newest = Object.values(state.intents).toReversed()
  const happened = { ...everythingIn(state), charges: state.charges }
  const body = html`<p><a href="/__local">This machine</a></p>
    ${refusal ? html`<p role="alert">Refused: ${refusal.message}</p>` : ''}
    <h2>The account</h2>
    ${accountForms(state)}
    <h2>Payments</h2>
    <p>${Math.min(newest.length, SHOWN_MAX)} of ${newest.length}, newest first.</p>
    ${newest.slice(0, SHOWN_MAX).map((intent) => describe(intent, happened))}`
  return htmlPage('Payments at the stand-in for Stripe', body, refusal?.status)
}

const everythingIn = ({ refunds, disputes, fraudWarnings, reviews }: StripeState) => ({
  refunds: Object.values(refunds),
  disputes: Object.values(disputes),
  warnings: Object.values(fraudWarnings),
  reviews: Object.values(reviews),
})

type Happened = ReturnType<typeof everythingIn> & Pick<StripeState, 'charges'>

function describe(intent: Stripe.PaymentIntent, happened: Happened): Html {
  const { id, amount, currency, created, description, status } = intent
  const ofIntent = (object: { payment_intent?: string | { id: string } | null }) =>
    expandableId(object.payment_intent ?? null) === id
  const refunds = happened.refunds.filter(ofIntent)
  const disputes = happened.disputes.filter(ofIntent)
  const warnings = happened.warnings.filter(ofIntent)
  const reviews = happened.reviews.filter(ofIntent)
  const charge = happened.charges[expandableId(intent.latest_charge)]
  const known = { warned: warnings.length > 0, underReview: reviews.some(({ open }) => open) }
  return html`<article id="${id}">
    <h3>${showAmount(amount, currency)}, ${status}</h3>
    <p>${new Date(created * 1000).toISOString()} ${description ?? ''} <code>${id}</code></p>
    ${refunds.map(
      (refund) =>
        html`<p>Refund of ${showAmount(refund.amount, refund.currency)}: ${refund.status ?? ''}</p>
          ${refundForms(refund, id)}`,
    )}
    ${disputes.map(
      (dispute) =>
        html`<p>
            Dispute of ${showAmount(dispute.amount, dispute.currency)}, ${dispute.reason}: ${dispute.status}
          </p>
          ${disputeForms(dispute, id)}`,
    )}
    ${warnings.map(({ fraud_type: type }) => html`<p>Early fraud warning: ${type}</p>`)}
    ${reviews.map(
      (review) =>
        html`<p>Review: ${review.open ? 'open' : 'closed'}, ${review.reason}</p>
          ${reviewForms(review, id)}`,
    )}
    <div>${intentForms(intent)} ${charge?.status === 'succeeded' ? chargeForms(id, charge, known) : ''}</div>
  </article>`
}
