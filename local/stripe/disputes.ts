import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { recordMovement } from '#local/stripe/balance.ts'
import { impossible, missing } from '#local/stripe/stripe-errors.ts'
import { expandableId, newId } from '#local/stripe/stripe-ids.ts'

export interface DisputeTerms {
  reason?: string
  /** An inquiry, which takes no money at first: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
  inquiry?: boolean
  /** Pence; by default everything that is neither refunded nor disputed. */
  amount?: number
}

/** Stripe keeps it when the dispute is won: https://support.stripe.com/questions/dispute-fees-faq */
const DISPUTE_FEE = { amount: 2000, description: 'Dispute fee' }
const DAYS_TO_ANSWER = 9

/** The possible next statuses. A status that Stripe adds in future may follow or precede any other. */
export const NEXT_STATUSES: Record<string, readonly string[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response', 'prevented'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost', 'prevented'],
  under_review: ['needs_response', 'won', 'lost'],
  won: [],
  lost: ['appeal_needs_response', 'won'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
}

/** https://docs.stripe.com/api/events/types#event_types-charge.dispute.closed */
const CLOSED = new Set<Stripe.Dispute.Status>(['won', 'lost', 'warning_closed'])

export function getDispute(account: TestAccount, id: string): Stripe.Dispute {
  const dispute = account.state.disputes[id]
  if (!dispute) throw missing('dispute', id)
  return dispute
}

/** Opens a dispute of a charge or part of it. A charge may have several, up to its amount. */
export function openDispute(
  account: TestAccount,
  chargeId: string,
  terms: DisputeTerms = {},
): Stripe.Dispute {
  const charge = getCharge(account, { charge: chargeId })
  const available = undisputed(account, charge)
  const amount = terms.amount ?? available
  if (amount < 1 || amount > available)
    throw impossible(`${available} of this charge can be disputed, not ${amount}.`)
  const dispute = describe(account, charge, { ...terms, amount })
  account.state.disputes[dispute.id] = dispute
  charge.disputed = true
  account.emit('charge.dispute.created', dispute)
  if (!terms.inquiry) withdraw(account, dispute)
  return dispute
}

/** Changes the status of a dispute and moves the money accordingly. */
export function setDisputeStatus(
  account: TestAccount,
  id: string,
  status: Stripe.Dispute.Status,
): Stripe.Dispute {
  const dispute = getDispute(account, id)
  if (status in NEXT_STATUSES && NEXT_STATUSES[dispute.status]?.includes(status) === false)
    throw impossible(`A dispute that is ${dispute.status} cannot become ${status}.`)
  dispute.status = status
  if (status === 'needs_response' && withdrawn(dispute) === 0) withdraw(account, dispute)
  if (status === 'won' && withdrawn(dispute) > 0) {
    dispute.balance_transactions.push(recordReinstatement(account, dispute))
    account.emit('charge.dispute.funds_reinstated', dispute)
  }
  if (isDecided(dispute)) dispute.is_charge_refundable = undisputed(account, getCharge(account, dispute)) > 0
  account.emit(CLOSED.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  return dispute
}

/** A charge with an open dispute that is not an inquiry cannot be refunded. */
export const forbidsRefund = (account: TestAccount, charge: Stripe.Charge) =>
  disputesOf(account, charge).some((dispute) => !isDecided(dispute) && !dispute.is_charge_refundable)

/** The amount that disputes withdrew from a charge and did not return (pence). */
export const withdrawnAmount = (account: TestAccount, charge: Stripe.Charge) =>
  sum(disputesOf(account, charge).map(withdrawn))

function getCharge(account: TestAccount, { charge: of }: Pick<Stripe.Dispute, 'charge'>): Stripe.Charge {
  const charge = account.state.charges[expandableId(of)]
  if (!charge) throw missing('charge', expandableId(of))
  return charge
}

const disputesOf = (account: TestAccount, charge: Stripe.Charge) =>
  Object.values(account.state.disputes).filter((dispute) => dispute.charge === charge.id)

const isDecided = ({ status }: Stripe.Dispute) =>
  status === 'prevented' || CLOSED.has(status) || status.startsWith('appeal_')

const withdrawn = ({ balance_transactions: moved }: Stripe.Dispute) => -sum(moved.map(({ amount }) => amount))

/** The amount in open or lost disputes (pence). */
const disputedAmount = (account: TestAccount, charge: Stripe.Charge) =>
  sum(
    disputesOf(account, charge).map((dispute) => (isDecided(dispute) ? withdrawn(dispute) : dispute.amount)),
  )

const undisputed = (account: TestAccount, charge: Stripe.Charge) =>
  charge.amount - charge.amount_refunded - disputedAmount(account, charge)

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Withdraws the disputed amount, less any refunds made while the dispute was an inquiry. */
function withdraw(account: TestAccount, dispute: Stripe.Dispute) {
  const charge = getCharge(account, dispute)
  const available = charge.amount - charge.amount_refunded - withdrawnAmount(account, charge)
  const amount = Math.min(dispute.amount, available)
  dispute.is_charge_refundable = false
  if (amount <= 0) return
  dispute.balance_transactions = [recordWithdrawal(account, dispute, amount)]
  account.emit('charge.dispute.funds_withdrawn', dispute)
}

function recordWithdrawal(account: TestAccount, dispute: Stripe.Dispute, amount: number) {
  const charge = getCharge(account, dispute)
  const description = `Chargeback withdrawal for ${charge.id}`
  const movement = { charge, amount: -amount, fee: DISPUTE_FEE, source: dispute.id, description }
  return recordMovement(account, { category: 'dispute', ...movement })
}

function recordReinstatement(account: TestAccount, dispute: Stripe.Dispute) {
  const charge = getCharge(account, dispute)
  const description = `Chargeback reversal for ${charge.id}`
  const movement = { charge, amount: withdrawn(dispute), source: dispute.id, description }
  return recordMovement(account, { category: 'dispute_reversal', ...movement })
}

function describe(
  account: TestAccount,
  charge: Stripe.Charge,
  { reason = 'fraudulent', inquiry = false, amount }: DisputeTerms & { amount: number },
): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: account.now() + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
}

const noEvidence = (): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})
