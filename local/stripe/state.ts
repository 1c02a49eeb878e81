import type Stripe from 'stripe'
import type { TestBehaviour } from './test-cards.ts'

export interface StoredMethod {
  method: Stripe.PaymentMethod
  behaviour: TestBehaviour
}

/** The answer an idempotency key was given, to be given again. */
export interface KeptAnswer {
  endpoint: string
  fingerprint: string
  status: number
  body: string
  at: number
}

export interface Delivery {
  event: string
  type: string
  url: string
  attempt: number
  status: number | string
  at: number
}

/** A webhook call that is still to be made. */
export interface PendingDelivery {
  event: string
  endpoint: number
  attempt: number
  held: boolean
}

/** Everything that survives a restart. */
export interface State {
  intents: Record<string, Stripe.PaymentIntent>
  methods: Record<string, StoredMethod>
  charges: Record<string, Stripe.Charge>
  refunds: Record<string, Stripe.Refund>
  disputes: Record<string, Stripe.Dispute>
  fraudWarnings: Record<string, Stripe.Radar.EarlyFraudWarning>
  reviews: Record<string, Stripe.Review>
  balance: Record<string, Stripe.BalanceTransaction>
  events: Record<string, Stripe.EventBase>
  answers: Record<string, KeptAnswer>
  pending: Record<string, PendingDelivery>
  deliveries: Record<string, Delivery>
  /** Intents and refunds that Stripe will finish by itself, and whether well. */
  unsettled: Record<string, boolean>
  /** What is held back until somebody releases it. */
  settings: { holdWebhooks?: boolean; holdSettling?: boolean }
}

export const emptyState = (): State => ({
  intents: {},
  methods: {},
  charges: {},
  refunds: {},
  disputes: {},
  fraudWarnings: {},
  reviews: {},
  balance: {},
  events: {},
  answers: {},
  pending: {},
  deliveries: {},
  unsettled: {},
  settings: {},
})
