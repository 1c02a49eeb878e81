import * as v from 'valibot'
import { formatPounds } from '#contract/base/money.ts'
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
  /** The buyer has cancelled the purchase. */
  isCancelled: v.optional(v.boolean(), false),
})

type Decision = v.InferOutput<typeof Schema>

/** To the clinic: the bank has decided a dispute. */
export const disputeClosed = clinicNotice(Schema, (data, amount) => {
  const { outcome, reference, isReversal, isCancelled } = data
  const title = `You have ${outcome} a dispute${isReversal ? ' after all' : ''}`
  return outcome === 'won'
    ? {
        title,
        happened: isReversal
          ? `The bank has changed its mind, and the ${amount} is yours again.`
          : `The dispute over ${amount} has ended in your favour.`,
        means: `If Stripe took this amount from your balance, it will put it back. ${describeWon(data)}`,
        next: `${isCancelled ? SEE_ATTENTION : 'You do not need to do anything.'} To see the details, search for ${reference} in Stripe.`,
      }
    : {
        title,
        happened: `The dispute has ended in the customer’s favour, and ${amount} has been returned to them.`,
        means: describeLost(data),
        next: `Please do not refund the ${amount} as well, because the customer already has the money. To see the details, search for ${reference} in Stripe.`,
      }
})

const NOTHING_BOUGHT = 'We have no record of a purchase with this payment, so there is nothing to change.'
const FROZEN =
  'stays frozen for now, because there is another open dispute, a fraud warning or a review on the same payment.'

/** What follows for a cancelled purchase of which something is left. */
const GOES_BACK =
  'was cancelled, so this goes back to the customer: at once, or once the goods are back if they have left.'
const SEE_ATTENTION = 'Please look under “Needs attention” in the portal whether there is something to do.'

function describeWon({ isFrozen, isReversal, isCancelled, bought, leftPence }: Decision): string {
  if (!bought) return NOTHING_BOUGHT
  if (isFrozen) return `The ${bought} ${FROZEN}`
  if (isCancelled && leftPence > 0) return `The ${bought} ${GOES_BACK}`
  if (!isReversal) return `The ${bought} is no longer frozen, and is just as it was before the dispute.`
  if (bought === 'order') return 'The order counts as paid again.'
  return leftPence > 0
    ? `The voucher is now worth £${formatPounds(leftPence)} and can be used until it expires.`
    : 'There is nothing left on the voucher.'
}

function describeLost({ isFrozen, isCancelled, bought, leftPence }: Decision): string {
  if (!bought) return NOTHING_BOUGHT
  if (leftPence <= 0)
    return bought === 'voucher'
      ? 'There is nothing left on the voucher, so it can no longer be used.'
      : 'The order has been cancelled, just as it would be after a refund.'
  const left = `£${formatPounds(leftPence)}`
  const rest =
    bought === 'voucher'
      ? `There is still ${left} on the voucher.`
      : `You keep ${left} of what the customer paid for the order.`
  if (isFrozen) return `${rest} The ${bought} ${FROZEN}`
  if (isCancelled) return `${left} of it is left. The ${bought} ${GOES_BACK}`
  return bought === 'voucher'
    ? `${rest} The voucher can be used until it expires.`
    : `${rest} The order has not been cancelled.`
}
