import * as v from 'valibot'
import { formatPounds } from '#contract/money.ts'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({
  ...noticeEntries,
  outcome: v.picklist(['won', 'lost']),
  /** The bank has reversed an earlier decision. */
  isReversal: v.boolean(),
  /** The voucher's balance, or the part of the order that stays paid. */
  leftPence: v.pipe(v.number(), v.integer()),
  /** Another dispute, fraud warning or review of the payment is open. */
  isFrozen: v.boolean(),
})

type Decision = v.InferOutput<typeof Schema>

/** To the clinic: the bank has decided a dispute. */
export const disputeClosed = clinicNotice(Schema, (data, amount) => {
  const { outcome, reference, isReversal } = data
  const title = `A dispute is ${outcome}${isReversal ? ' after all' : ''}`
  return outcome === 'won'
    ? {
        title,
        happened: isReversal
          ? `The bank has changed its mind: the ${amount} is yours again.`
          : `The bank has decided in your favour: you keep the ${amount}.`,
        means: `If Stripe had taken the amount from your balance, it will put it back. ${describeWon(data)}`,
        next: `You do not need to do anything. To read the bank’s decision, search for ${reference} at Stripe.`,
      }
    : {
        title,
        happened: `The bank has decided in the customer’s favour: ${amount} has been returned to them.`,
        means: describeLost(data),
        next: `Please do not refund the ${amount} as well: the customer already has the money. To read the bank’s decision, search for ${reference} at Stripe.`,
      }
})

const FROZEN =
  'It stays frozen for now, because the same payment has another open dispute, a fraud warning or a review.'

function describeWon({ isFrozen, isReversal, bought, leftPence }: Decision): string {
  if (isFrozen) return `What the customer bought cannot be used yet. ${FROZEN}`
  if (isReversal && bought === 'voucher' && leftPence > 0)
    return `The voucher now has £${formatPounds(leftPence)} on it, which can be used until it expires.`
  return 'What the customer bought is valid again, just as it was before the dispute.'
}

function describeLost({ isFrozen, bought, leftPence }: Decision): string {
  if (leftPence <= 0 || !bought)
    return 'What the customer bought has been cancelled, just as after a refund, and can no longer be used.'
  const left = `£${formatPounds(leftPence)}`
  const rest =
    bought === 'voucher' ? `${left} is left on the voucher.` : `${left} of the order is still paid.`
  if (isFrozen) return `${rest} ${FROZEN}`
  return bought === 'voucher'
    ? `${rest} It can be used until the voucher expires.`
    : `${rest} The order has not been cancelled.`
}
