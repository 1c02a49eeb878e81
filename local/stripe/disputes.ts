import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { recordMovement } from './balance.ts'
import { idOf, newId } from './ids.ts'
import { impossible, missing } from './refusals.ts'

export interface DisputeTerms {
  reason?: string
  /** An inquiry asks before it takes any money: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
  inquiry?: boolean
}

const DISPUTE_FEE = 2000
const DAYS_TO_ANSWER = 9

export function getDispute(account: Account, id: string): Stripe.Dispute {
  const dispute = account.state.disputes[id]
  if (!dispute) throw missing('dispute', id)
  return dispute
}

export function openDispute(account: Account, chargeId: string, terms: DisputeTerms = {}): Stripe.Dispute {
  const charge = account.state.charges[chargeId]
  if (!charge) throw missing('charge', chargeId)
  const dispute = describe(account, charge, terms)
  account.state.disputes[dispute.id] = dispute
  charge.disputed = true
  account.emit('charge.dispute.created', dispute)
  if (terms.inquiry) return dispute
  dispute.balance_transactions = [move(account, dispute, -dispute.amount, DISPUTE_FEE, 'withdrawal')]
  account.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = getDispute(account, id)
  const inquiry = dispute.status.startsWith('warning')
  if (['won', 'lost', 'warning_closed'].includes(dispute.status))
    throw impossible(`This dispute is closed: ${dispute.status}`)
  dispute.status = inquiry ? 'warning_closed' : status
  dispute.is_charge_refundable = dispute.status !== 'lost'
  if (dispute.status === 'won') {
    dispute.balance_transactions.push(move(account, dispute, dispute.amount, 0, 'reversal'))
    account.emit('charge.dispute.funds_reinstated', dispute)
  }
  account.emit('charge.dispute.closed', dispute)
  return dispute
}

/** A charge with a dispute on it cannot be refunded, unless that dispute says otherwise. */
export const forbidsRefund = (account: Account, charge: Stripe.Charge) =>
  Object.values(account.state.disputes).some(
    (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable,
  )

function move(account: Account, dispute: Stripe.Dispute, amount: number, fee: number, what: string) {
  const source = dispute.id
  const { currency } = dispute
  const description = `Chargeback ${what} for ${idOf(dispute.charge)}`
  return recordMovement(account, { type: 'adjustment', amount, fee, currency, source, description })
}

function describe(
  account: Account,
  charge: Stripe.Charge,
  { reason = 'fraudulent', inquiry = false }: DisputeTerms,
): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
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
