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
          ? `The bank has changed its mind, and the ${amount} is yours again.`
          : `The bank has decided in your favour, and you keep the ${amount}.`,
        means: `If Stripe took this amount from your balance, it will put it back. ${describeWon(data)}`,
        next: `You do not need to do anything. To read the bank’s decision, search for ${reference} in Stripe.`,
      }
    : {
        title,
        happened: `The bank has decided in the customer’s favour and has returned ${amount} to them.`,
        means: describeLost(data),
        next: `Please do not refund the ${amount} as well, because the customer already has the money. To read the bank’s decision, search for ${reference} in Stripe.`,
      }
})

const FROZEN =
  'It stays frozen for now, because there is another open dispute, a fraud warning or a review on the same payment.'

function describeWon({ isFrozen, isReversal, bought, leftPence }: Decision): string {
  if (isFrozen) return `What the customer bought cannot be used yet. ${FROZEN}`
  if (isReversal && bought === 'voucher' && leftPence > 0)
    return `The voucher is now worth £${formatPounds(leftPence)} and can be used until it expires.`
  return 'What the customer bought is valid again, just as it was before the dispute.'
}

function describeLost({ isFrozen, bought, leftPence }: Decision): string {
  if (leftPence <= 0 || !bought)
    return 'What the customer bought has been cancelled, just as it would be after a refund, and can no longer be used.'
  const left = `£${formatPounds(leftPence)}`
  const rest =
    bought === 'voucher'
      ? `There is still ${left} on the voucher.`
      : `You keep ${left} of what the customer paid for the order.`
  if (isFrozen) return `${rest} ${FROZEN}`
  return bought === 'voucher'
    ? `${rest} The voucher can be used until it expires.`
    : `${rest} The order has not been cancelled.`
}
