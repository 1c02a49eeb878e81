import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { oweByHand } from '#server/money/refund/owe-by-hand.ts'
import { reverseRefund } from '#server/money/refund/refund-queries.ts'
import { UNUSED_PENCE } from '#server/money/rules/refundable-pence.ts'
import { paymentOf, vouchersOf } from '#server/money/settle/our-intents.ts'
import { FROM_CANCELLATION } from '#server/purchases/rules/cancellation-facts.ts'
import { capBalance } from '#server/vouchers/ledger/cap-balance.ts'

/**
 * The clinic no longer owes in another way what a refund at Stripe or a lost dispute has paid back meanwhile. Runs in a batch that
 * has locked the purchase, after the statements that change them. `lostDispute`: see `capBalance`.
 */
export function reviseOwed(intentId: string, now: Date, lostDispute?: string) {
  const isOwed = sql`refund.payment_id = ${paymentOf(intentId)} and refund.cause = 'by_hand'`
  const isTooMuch = sql`refund.state = 'due' and exists (
    select ${FROM_CANCELLATION} where payment.id = refund.payment_id and ${UNUSED_PENCE} < cancellation.deducted_pence)`
  return {
    unowed: reverseRefund(sql`${isOwed} and ${isTooMuch}`, clinic.email, now),
    rest: capBalance(vouchersOf(intentId), now, lostDispute),
    owedStill: oweByHand(isOwed, now),
  }
}
