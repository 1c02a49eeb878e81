// Generated from the migrations by "npm run schema".

import type { ColumnType } from 'kysely'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export interface Activity {
  action: string
  actor: string
  after: Json | null
  at: Date
  before: Json | null
  id: Generated<string>
  orderId: string | null
  paymentId: string | null
  productId: string | null
  voucherId: string | null
}

export interface AdminDevice {
  adminId: string
  expiresAt: Date
  failures: Generated<number>
  secretHash: string
}

export interface AdminSession {
  adminId: string
  browser: Generated<string>
  createdAt: Date
  expiresAt: Date
  id: string
  provedAt: Date | null
  secretHash: string
  seenAt: Date
}

export interface AdminUser {
  createdAt: Date
  email: string | null
  id: string
  name: Generated<string>
  passwordHash: string | null
  recoveryCodes: Generated<string[]>
  removedAt: Date | null
  role: Generated<'owner' | 'staff'>
}

export interface Appointment {
  answeredAt: Date | null
  confirmations: Generated<number>
  confirmedFor: Date | null
  confirmedMinutes: number | null
  createdAt: Date
  dayPart: 'morning' | 'midday' | 'evening' | null
  email: string
  firstName: string
  id: string
  insurance: string | null
  lastName: string
  note: string | null
  phone: string
  preferredDate: string | null
  reason: string | null
  requestId: string | null
  service: string
  voucherEnd: string | null
  words: Generated<string>
}

export interface Cancellation {
  actor: string
  deductedPence: Generated<number>
  deductionReason: string | null
  goods: 'back' | 'posted' | null
  goodsOn: string | null
  id: string
  orderId: string | null
  recordedAt: Date
  sentOn: string
  voucherId: string | null
}

export interface CodeGuess {
  count: number
  day: string
  lastAt: Date
  slowedAt: Date | null
}

export interface ContactMessage {
  answeredAt: Date | null
  createdAt: Date
  email: string
  firstName: string
  id: string
  lastName: string
  message: string
  note: string | null
  phone: string | null
  requestId: string | null
  subject: string
  words: Generated<string>
}

export interface Customer {
  email: string
  id: Generated<string>
  lastSeen: Date
  name: string
  namedAt: Date
  words: Generated<string>
}

export interface CustomerTrace {
  at: Date | null
  email: string | null
  id: string | null
  kind: string | null
}

export interface Difference {
  actualPence: number
  expectedPence: number
  foundAt: Date
  id: string
  kind: 'nothing_given' | 'given_twice' | 'amounts_differ' | 'balance_exceeds' | 'refunds_exceed'
  subject: string
  voucherId: string | null
}

export interface Dispute {
  decidedAt: Date | null
  id: string
  lostPence: Generated<number>
  outcome: 'won' | 'lost' | null
  paymentId: string
}

export interface DisputeLoss {
  at: Date
  disputeId: string
  id: Generated<string>
  pence: number
}

export interface EmailEvent {
  at: Date
  bounceId: string
  messageId: string
  outboxId: string
  recordType: string
  type: string
}

export interface FailedSignIn {
  account: string
  address: string
  at: Date
  browser: string
  id: Generated<string>
}

export interface FraudAlert {
  endedAt: Date | null
  id: string
  kind: 'warning' | 'review'
  openedAt: Date
  outcome:
    | 'released'
    | 'acknowledged'
    | 'approved'
    | 'canceled'
    | 'disputed'
    | 'payment_never_settled'
    | 'redacted'
    | 'refunded'
    | 'refunded_as_fraud'
    | null
  paymentId: string
  refundId: string | null
  releasedAt: Date | null
  stripeId: string
}

export interface FreezeCause {
  cause: string | null
  paymentId: string | null
}

export interface GiftVoucher {
  balancePence: number
  buyerEmail: string | null
  buyerName: string | null
  byPhone: Generated<boolean>
  code: string
  codeGenerated: Generated<boolean>
  corrections: Generated<number>
  deliverTo: Generated<'recipient' | 'buyer' | 'print'>
  disputedFrom: 'active' | 'spent' | 'expired' | 'refunding' | 'refunded' | 'void' | null
  expiresAt: Date
  id: string
  importId: string | null
  issuedAt: Date
  number: number | null
  originalPence: number
  paidBy: Generated<'online' | 'cash' | 'card' | 'complimentary' | 'imported'>
  paymentId: string | null
  personalMessage: string | null
  recipientEmail: string | null
  recipientName: string
  reminders: Generated<boolean>
  remindersStoppedAt: Date | null
  sendOn: string | null
  status: Generated<'active' | 'spent' | 'expired' | 'refunding' | 'refunded' | 'void' | 'disputed'>
  takenBack: Generated<boolean>
  tellHolder: Generated<boolean>
  words: Generated<string>
}

export interface IdempotentResult {
  answer: Json
  at: Date
  endpoint: string
  requestHash: string
  requestId: string
  target: string
}

export interface Orders {
  amountPence: number
  delivery: 'collection' | 'local'
  email: string
  firstName: string
  fulfilment: Generated<'to_prepare' | 'ready' | 'collected' | 'delivered'>
  id: string
  lastName: string
  number: Generated<number>
  paymentId: string
  phone: string | null
  placedAt: Date
  productId: string
  productName: string
  quantity: number
  reference: string
  shippingAddress: Json
  status: Generated<'completed' | 'refunding' | 'part_refunded' | 'refunded' | 'disputed'>
  words: Generated<string>
}

export interface Outage {
  cause: 'refused' | 'unreachable'
  failures: ArrayType<Date>
  service: 'stripe' | 'postmark'
  since: Date | null
  startsOnly: boolean
}

export interface Outbox {
  about: Generated<string | null>
  acceptedAt: Date | null
  attempts: Generated<number>
  bounce: 'no_mailbox' | 'refused' | 'unreachable' | null
  bouncedAt: Date | null
  claimedUntil: Date | null
  complainedAt: Date | null
  createdAt: Date
  data: Json | null
  delayedAt: Date | null
  dismissedAt: Date | null
  dueAt: Date
  failedAt: Date | null
  firstDueAt: Date | null
  id: string
  key: string
  lastError: string | null
  messageId: string | null
  recipient: string
  sendBefore: Date | null
  sentAt: Date | null
  template: string
  unansweredAt: Date | null
  withdrawnAt: Date | null
}

export interface Passkey {
  adminId: string
  counter: string
  createdAt: Date
  host: string
  id: string
  isSynced: boolean
  name: string
  publicKey: string
  usedAt: Date
}

export interface PasswordReset {
  adminId: string
  expiresAt: Date
  mailed: Generated<boolean>
  tokenHash: string
}

export interface Payment {
  amountPence: number
  caller: string | null
  createdAt: Date
  currency: Generated<string>
  declines: Generated<number>
  disputedFrom: 'fulfilled' | 'refunding' | 'refunded' | 'unknown' | null
  disputeSyncs: Generated<number>
  effectiveAt: Generated<Date | null>
  id: string
  linkId: string | null
  lostPence: Generated<number>
  paidAt: Date | null
  payBy: Date
  purchase: Json | null
  purpose: 'gift_voucher' | 'order' | 'unknown'
  replaced: Generated<boolean>
  requestHash: string | null
  requestId: string | null
  settledAt: Date | null
  state: Generated<
    'created' | 'processing' | 'fulfilled' | 'cancelled' | 'refunding' | 'refunded' | 'disputed' | 'unknown'
  >
  stripePaymentIntentId: string | null
}

export interface Picture {
  bytes: Buffer
  contentType: 'image/webp' | 'image/png' | 'image/jpeg' | 'image/svg+xml'
  createdAt: Date
  hash: Generated<Buffer>
  id: string
}

export interface Product {
  archivedAt: Date | null
  benefits: Generated<string[]>
  category: Generated<string>
  createdAt: Date
  description: string
  features: Generated<string[]>
  frequencies: Generated<string[]>
  id: string
  image: Generated<string>
  inStock: Generated<boolean>
  lowStock: Generated<number>
  name: string
  pricePence: number
  reserved: Generated<number>
  stock: Generated<number>
  version: Generated<number>
  words: Generated<string>
}

export interface ProductInquiry {
  answeredAt: Date | null
  createdAt: Date
  email: string
  firstName: string
  id: string
  lastName: string
  message: string | null
  note: string | null
  phone: string | null
  productId: string
  quantity: Generated<number>
  requestId: string | null
  words: Generated<string>
}

export interface Purchases {
  at: Date | null
  email: string | null
}

export interface Reconciliation {
  afterIntent: string | null
  fullRunAt: Date | null
  one: Generated<boolean>
  stepsAt: Generated<Json>
  undeliveredAt: Date | null
}

export interface Refund {
  cause: 'voucher' | 'order' | 'nothing_to_give' | 'dashboard' | 'by_hand'
  createdAt: Date
  id: string
  paymentId: string
  pence: number
  requestHash: string | null
  requestId: string | null
  settledAt: Date | null
  state: 'due' | 'pending' | 'succeeded' | 'failed'
  stripeRefundId: string | null
}

export interface RetiredCode {
  byBuyer: boolean
  code: string
  retiredAt: Date
  voucherId: string
}

export interface Settings {
  one: Generated<boolean>
  reminders: Generated<boolean>
  saleEmails: Generated<'each' | 'daily'>
  summarisedUntil: Generated<Date>
}

export interface SignInFailure {
  account: string
  address: string
  failures: number
  retryAt: Date
}

export interface Site {
  hadOwner: Generated<boolean>
  id: Generated<string>
  one: Generated<boolean>
  passkeysRequired: Generated<boolean>
}

export interface StockMovement {
  actor: string
  at: Date
  id: Generated<string>
  kind: 'sale' | 'restock' | 'return' | 'count'
  paymentId: string | null
  productId: string
  quantity: number
  refundId: string | null
  restockId: string | null
}

export interface StockReservation {
  createdAt: Date
  holder: string | null
  paymentId: string
  pricePence: number
  productId: string
  quantity: number
  settledAt: Date | null
  state: Generated<'held' | 'sold' | 'released' | 'lapsed'>
}

export interface Takings {
  at: Date | null
  happenedAt: Date | null
  id: string | null
  kind: string | null
  method: string | null
  paymentId: string | null
  pence: number | null
  purpose: string | null
  stripeId: string | null
  voucherId: string | null
}

export interface Throttle {
  admitted: boolean
  hits: ArrayType<Date>
  key: string
  kind: string
}

export interface VoucherBacking {
  paymentId: string | null
  pence: number | null
  voucherId: string | null
}

export interface VoucherEntry {
  actor: string
  balanceAfter: number
  createdAt: Date
  description: string
  disputeId: string | null
  effectiveAt: Generated<Date>
  happenedAt: Date | null
  id: string
  kind: 'issue' | 'import' | 'redeem' | 'adjust' | 'refund' | 'expire' | 'reverse'
  pence: number
  position: Generated<string>
  privateNotes: string | null
  refundId: string | null
  reverses: string | null
  voucherId: string
}

export interface VoucherImport {
  actor: string
  createdAt: Date
  finishedAt: Date | null
  id: string
  takenBackAt: Date | null
}

export interface WebsiteBuild {
  accepted: boolean | null
  at: Date
  cause: 'publish' | 'day'
  id: string
  version: number
}

export interface WebsiteVersion {
  publishedAt: Date | null
  savedAt: Date
  savedBy: string
  version: number
  website: Json
}

export interface DB {
  activity: Activity
  adminDevice: AdminDevice
  adminSession: AdminSession
  adminUser: AdminUser
  appointment: Appointment
  cancellation: Cancellation
  codeGuess: CodeGuess
  contactMessage: ContactMessage
  customer: Customer
  customerTrace: CustomerTrace
  difference: Difference
  dispute: Dispute
  disputeLoss: DisputeLoss
  emailEvent: EmailEvent
  failedSignIn: FailedSignIn
  fraudAlert: FraudAlert
  freezeCause: FreezeCause
  giftVoucher: GiftVoucher
  idempotentResult: IdempotentResult
  orders: Orders
  outage: Outage
  outbox: Outbox
  passkey: Passkey
  passwordReset: PasswordReset
  payment: Payment
  picture: Picture
  product: Product
  productInquiry: ProductInquiry
  purchases: Purchases
  reconciliation: Reconciliation
  refund: Refund
  retiredCode: RetiredCode
  settings: Settings
  signInFailure: SignInFailure
  site: Site
  stockMovement: StockMovement
  stockReservation: StockReservation
  takings: Takings
  throttle: Throttle
  voucherBacking: VoucherBacking
  voucherEntry: VoucherEntry
  voucherImport: VoucherImport
  websiteBuild: WebsiteBuild
  websiteVersion: WebsiteVersion
}
