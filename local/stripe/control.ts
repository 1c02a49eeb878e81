import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { openDispute, setDisputeStatus, type DisputeTerms } from '#local/stripe/disputes.ts'
import type { Webhooks } from '#local/stripe/event-deliveries.ts'
import { warnOfFraud } from '#local/stripe/fraud-warnings.ts'
import { ageKeys } from '#local/stripe/idempotency-keys.ts'
import { payElsewhere, type OtherPayment } from '#local/stripe/other-products.ts'
import { parseForm } from '#local/stripe/params.ts'
import { getIntent } from '#local/stripe/payment-intents.ts'
import { closeReview, openReview, type ReviewReason } from '#local/stripe/reviews.ts'
import type { Settling } from '#local/stripe/settle-later.ts'
import { authenticate, completeProcessing, leaveProcessing } from '#local/stripe/settlement.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import type { StripeFault, StripeFaults } from '#local/stripe/stripe-faults.ts'
import { expandableId } from '#local/stripe/stripe-ids.ts'
import { createRefund, settleRefund } from '#local/stripe/stripe-refunds.ts'
import type { StripeReport } from '#local/stripe/stripe-report.ts'

/** Events at Stripe that tests and people can trigger. */
export interface Control {
  hold(): Promise<void>
  release(): Promise<void>
  drop(): Promise<void>
  fault(fault: StripeFault): Promise<void>
  /** Makes every request to the API fail with 503, until `heal`. */
  takeDown(): Promise<void>
  /** Refuses the secret key, as after it was revoked, until `heal`. */
  refuseKey(): Promise<void>
  /** Removes all faults. */
  heal(): Promise<void>
  /** The buyer's choice at 3-D Secure or on the page of a redirect method. */
  authenticate(what: { intent: string; ok?: boolean }): Promise<Stripe.PaymentIntent>
  leaveProcessing(what: { intent: string }): Promise<Stripe.PaymentIntent>
  completeProcessing(what: { intent: string; ok?: boolean }): Promise<Stripe.PaymentIntent>
  /** Keeps bank debits and refunds pending that Stripe would settle after a while. */
  holdSettling(): Promise<void>
  releaseSettling(): Promise<void>
  /** A refund made in Stripe's dashboard. */
  refund(what: { intent: string; amount?: number }): Promise<Stripe.Refund>
  settleRefund(what: { refund: string; ok?: boolean }): Promise<Stripe.Refund>
  openDispute(what: { intent: string } & DisputeTerms): Promise<Stripe.Dispute>
  setDisputeStatus(what: { dispute: string; status: Stripe.Dispute.Status }): Promise<Stripe.Dispute>
  /** The card's issuer reports the payment as probably fraudulent. */
  warnOfFraud(what: { intent: string }): Promise<Stripe.Radar.EarlyFraudWarning>
  openReview(what: { intent: string }): Promise<Stripe.Review>
  /** Also refunds or disputes the payment if the reason implies it. */
  closeReview(what: { review: string; reason: ReviewReason }): Promise<Stripe.Review>
  /** A paid payment of another product in the same account. */
  payElsewhere(payment: OtherPayment): Promise<Stripe.PaymentIntent>
  /** Overwrites fields of an object without checks or an event, to try values that Stripe may add in future. */
  amend(what: { id: string; changes: object }): Promise<object>
  /** Ages the idempotency keys, which expire after 24 hours. */
  ageKeys(how: { hours: number }): Promise<void>
  reset(): Promise<void>
  /** Returns the whole state. */
  state(): Promise<StripeReport>
}

interface Parts {
  account: TestAccount
  webhooks: Webhooks
  settling: Settling
  faults: StripeFaults
  save: () => Promise<void>
  reset: () => void
  report: () => StripeReport
}

export function controls({ account, webhooks, settling, faults, save, reset, report }: Parts): Control {
  const saved = async <Result>(work: () => Result): Promise<Result> => {
    try {
      return structuredClone(work())
    } finally {
      // A refused request may have changed the state, too: a card declined after 3-D Secure.
      await save()
    }
  }
  return {
    hold: () => saved(() => webhooks.hold()),
    release: () => webhooks.release().then(save),
    drop: () => saved(() => webhooks.drop()),
    fault: (fault) => saved(() => faults.add(fault)),
    takeDown: () => saved(() => void (account.state.settings.outage = 'down')),
    refuseKey: () => saved(() => void (account.state.settings.outage = 'key_refused')),
    heal: () =>
      saved(() => {
        faults.clear()
        delete account.state.settings.outage
      }),
    authenticate: ({ intent, ok = true }) => saved(() => authenticate(account, intent, ok)),
    leaveProcessing: ({ intent }) => saved(() => leaveProcessing(account, intent)),
    completeProcessing: ({ intent, ok = true }) => saved(() => completeProcessing(account, intent, ok)),
    holdSettling: () => saved(() => settling.hold()),
    releaseSettling: () => saved(() => settling.release()),
    refund: ({ intent, amount }) => saved(() => createRefund(account, refundParams(intent, amount))),
    settleRefund: ({ refund, ok = true }) => saved(() => settleRefund(account, refund, ok)),
    openDispute: ({ intent, ...terms }) =>
      saved(() => openDispute(account, expandableId(getIntent(account, intent).latest_charge), terms)),
    setDisputeStatus: ({ dispute, status }) => saved(() => setDisputeStatus(account, dispute, status)),
    warnOfFraud: ({ intent }) => saved(() => warnOfFraud(account, intent)),
    openReview: ({ intent }) => saved(() => openReview(account, intent)),
    closeReview: ({ review, reason }) => saved(() => closeReview(account, review, reason)),
    payElsewhere: (payment) => saved(() => payElsewhere(account, payment)),
    amend: ({ id, changes }) => saved(() => amend(account, id, changes)),
    ageKeys: ({ hours }) => saved(() => ageKeys(account.state, hours)),
    reset: () => saved(reset),
    state: async () => report(),
  }
}

const refundParams = (intent: string, amount?: number) =>
  parseForm(`payment_intent=${intent}${amount === undefined ? '' : `&amount=${amount}`}`)

function amend({ state }: TestAccount, id: string, changes: object): object {
  const { intents, charges, refunds, disputes, fraudWarnings, reviews, balance } = state
  const collections: Record<string, object>[] = [
    intents,
    charges,
    refunds,
    disputes,
    fraudWarnings,
    reviews,
    balance,
  ]
  const object = collections.map((collection) => collection[id]).find(Boolean) ?? state.payouts[id]?.payout
  if (!object) throw missing('object', id)
  return Object.assign(object, changes)
}
