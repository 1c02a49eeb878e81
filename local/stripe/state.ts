import type Stripe from 'stripe'
import type { TestBehaviour } from '#local/stripe/test-cards.ts'

export interface StoredMethod {
  method: Stripe.PaymentMethod
  behaviour: TestBehaviour
}

/** A payout and the ids of the balance transactions that it pays out. */
interface StoredPayout {
  payout: Stripe.Payout
  transactions: string[]
}

/** The stored response of an idempotency key. */
export interface StoredResponse {
  endpoint: string
  fingerprint: string
  status: number
  body: string
  at: number
}

export interface EventDelivery {
  event: string
  type: string
  url: string
  attempt: number
  status: number | string
  at: number
}

/** A webhook that is still to be sent. */
export interface PendingDelivery {
  event: string
  endpoint: number
  attempt: number
  held: boolean
}

/** The state that survives a restart. */
export interface StripeState {
  intents: Record<string, Stripe.PaymentIntent>
  methods: Record<string, StoredMethod>
  charges: Record<string, Stripe.Charge>
  refunds: Record<string, Stripe.Refund>
  disputes: Record<string, Stripe.Dispute>
  fraudWarnings: Record<string, Stripe.Radar.EarlyFraudWarning>
  reviews: Record<string, Stripe.Review>
  balance: Record<string, Stripe.BalanceTransaction>
  payouts: Record<string, StoredPayout>
  events: Record<string, Stripe.EventBase>
  answers: Record<string, StoredResponse>
  pending: Record<string, PendingDelivery>
  deliveries: Record<string, EventDelivery>
  /** Intents and refunds that Stripe will settle, and whether they succeed. */
  unsettled: Record<string, boolean>
  /** What is held back until a control releases it. */
  settings: { holdWebhooks?: boolean; holdSettling?: boolean; outage?: 'down' | 'key_refused' }
}

export const emptyState = (): StripeState => ({
  intents: {},
  methods: {},
  charges: {},
  refunds: {},
  disputes: {},
  fraudWarnings: {},
  reviews: {},
  balance: {},
  payouts: {},
  events: {},
  answers: {},
  pending: {},
  deliveries: {},
  unsettled: {},
  settings: {},
})
