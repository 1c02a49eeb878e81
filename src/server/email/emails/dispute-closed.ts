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
          ? `The bank has changed its decision: ${amount} is yours again.`
          : `The bank has decided for you: ${amount} stays yours.`,
        means: `If Stripe had withdrawn the sum, it returns it to your balance. ${describeWon(data)}`,
        next: `Nothing. At Stripe, ${reference} has the bank’s decision.`,
      }
    : {
        title,
        happened: `The bank has decided for the customer: ${amount} has gone back.`,
        means: describeLost(data),
        next: `Do not refund the ${amount} as well: the customer has the money. At Stripe, ${reference} has the bank’s decision.`,
      }
})

const FROZEN = 'It stays frozen: another dispute, a fraud warning or a review of the same payment is open.'

function describeWon({ isFrozen, isReversal, bought, leftPence }: Decision): string {
  if (isFrozen) return `What was bought is not usable yet. ${FROZEN}`
  if (isReversal && bought === 'voucher' && leftPence > 0)
    return `£${formatPounds(leftPence)} is on the voucher now and can be used until its last valid day.`
  return 'What was bought is good again, as before the dispute.'
}

function describeLost({ isFrozen, bought, leftPence }: Decision): string {
  if (leftPence <= 0 || !bought)
    return 'What was bought has ended, as after a refund. It can no longer be spent.'
  const left = `£${formatPounds(leftPence)}`
  const rest = bought === 'voucher' ? `${left} is left on the voucher.` : `${left} of the order stays paid.`
  if (isFrozen) return `${rest} ${FROZEN}`
  return bought === 'voucher'
    ? `${rest} It can be used until its last valid day.`
    : `${rest} The order stands.`
}
