import type { voucherStatuses } from '#contract/vouchers'
import type { GeneratedAlways, Insertable } from 'kysely'

export type PaymentState =
  'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'

type Json = Record<string, unknown>

interface Payment {
  id: string
  purpose: 'gift_voucher'
  state: PaymentState
  amountPence: number
  purchase: Json | null
  requestId: string | null
  requestHash: string | null
  stripePaymentIntentId: string | null
  createdAt: Date
  payBy: Date
  paidAt: Date | null
  settledAt: Date | null
}

interface GiftVoucher {
  id: string
  paymentId: string | null
  code: string
  status: (typeof voucherStatuses)[number]
  buyerName: string
  buyerEmail: string
  recipientName: string
  recipientEmail: string
  personalMessage: string | null
  originalPence: number
  balancePence: number
  issuedAt: Date
  expiresAt: Date
}

interface VoucherEntry {
  id: string
  position: GeneratedAlways<string>
  voucherId: string
  kind: 'issue' | 'redeem' | 'adjust' | 'refund' | 'expire' | 'reverse'
  pence: number
  balanceAfter: number
  actor: string
  description: string
  privateNotes: string | null
  reverses: string | null
  createdAt: Date
}

interface Outbox {
  id: string
  key: string
  template: string
  recipient: string
  data: Json | null
  createdAt: Date
  dueAt: Date
  attempts: number
  claimedUntil: Date | null
  sentAt: Date | null
  failedAt: Date | null
  lastError: string | null
}

/** The tables as kysely sees them: columns in camelCase here, in snake_case in SQL. */
export interface Tables {
  payment: Payment
  giftVoucher: GiftVoucher
  voucherEntry: VoucherEntry
  outbox: Outbox
}

export type NewPayment = Insertable<Payment>
