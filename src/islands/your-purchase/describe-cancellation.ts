import { parsePence } from '#contract/base/money.ts'
import type { FreezeCause } from '#contract/money/frozen.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { printedDay } from '#islands/checkout/voucher-facts.ts'

const FROZEN: Record<FreezeCause, string> = {
  dispute: 'Your bank is looking into this payment, so your bank decides about the money.',
  review: 'We are checking this payment.',
  warning: 'We are checking this payment.',
}

const BACK = 'the way you paid, usually in 5 to 10 working days and at the latest within 14 days'
const SEALED = 'Goods that were sealed for health or hygiene reasons can only come back unopened.'
const WORN =
  'You may try them as you could in a shop. If they have been used more than that, we may deduct what they have lost in value.'
const POSTAGE = 'You pay the postage, unless they are faulty or not as described.'

const isZero = (amount: string) => parsePence(amount) === 0

/** Returns what cancelling will do: what comes back and how, what does not and why, and what ends now. */
export function describeCancelling(purchase: Purchased): string[] {
  const { kind, frozenBy, refundableAmount = '0.00' } = purchase
  const ends = kind === 'voucher' ? ['The code stops working as soon as you confirm.'] : []
  const areGoodsOut = kind === 'order' && isOut(purchase)
  if (frozenBy)
    return [
      `${FROZEN[frozenBy]} We record your cancellation now, and refund what is due as soon as that has ended.`,
      ...(areGoodsOut ? ['Please send or bring the goods back within 14 days.', POSTAGE, SEALED] : ends),
    ]
  if (kind === 'voucher')
    return isZero(refundableAmount)
      ? [
          'Everything that was paid for this voucher has been used or returned, so there is nothing to refund. We record your cancellation all the same.',
          ...ends,
        ]
      : [
          `We will refund £${refundableAmount} ${BACK}.`,
          ...(purchase.isUsed ? ['What has been used is not refunded.'] : []),
          ...ends,
        ]
  if (areGoodsOut)
    return [
      `Please send or bring the goods back within 14 days. ${POSTAGE}`,
      `We will refund £${refundableAmount} the way you paid, within 14 days of having them back, or of your proof of posting if that comes first.`,
      WORN,
      SEALED,
    ]
  return purchase.fulfilment === 'ready'
    ? [
        `Your order waits for you at the clinic, so you do not have to do anything. We will refund £${refundableAmount} the way you paid, at the latest after the next day on which we are open.`,
        'If you have just collected it, please bring it back within 14 days.',
      ]
    : [`We will refund £${refundableAmount} ${BACK}. We will not hand anything over.`]
}

/** Whether the goods have left the clinic. */
const isOut = ({ fulfilment, delivery }: Extract<Purchased, { kind: 'order' }>) =>
  fulfilment === 'collected' || fulfilment === 'delivered' || (fulfilment === 'ready' && delivery === 'local')

/** Returns what a cancelled purchase waits for, or what became of it. */
export function describeCancellation({ kind, cancellation, frozenBy }: Purchased): string[] {
  const { stage, amount = '0.00', payBy, goodsBy, deducted } = cancellation!
  const by = payBy === undefined ? '' : printedDay(payBy)
  const goods =
    goodsBy === undefined ? [] : [`Please send or bring the goods back by ${printedDay(goodsBy)}. ${POSTAGE}`]
  switch (stage) {
    case 'frozen':
      return [
        `${FROZEN[frozenBy ?? 'review']} As soon as that has ended, we refund whatever is still due.`,
        ...goods,
      ]
    case 'at_counter':
      return [
        `Your order was still at the clinic. We refund £${amount} the way you paid, at the latest after the next day on which we are open.`,
      ]
    case 'goods':
      return [
        ...goods,
        `We refund £${amount} within 14 days of having them back, or of your proof of posting.`,
        SEALED,
      ]
    case 'posted':
      return [`We have your proof of posting. We refund £${amount} by ${by}.`]
    case 'by_hand':
      return [
        `We will pay £${amount} back to you${by && ` by ${by}`}, and will be in touch about how.`,
        ...goods,
      ]
    case 'refunding':
      return [
        `We are refunding £${amount} the way you paid${by && `, by ${by} at the latest`}.`,
        ...goods,
        // Of a part that was refunded before.
        ...(goodsBy === undefined
          ? []
          : [
              'What is not on its way to you yet follows within 14 days of having them back, or of your proof of posting.',
            ]),
      ]
    case 'settled':
      if (!isZero(amount))
        return [`We have refunded £${amount}. On a card it can take 5 to 10 working days to arrive.`]
      return deducted !== undefined || kind === 'order'
        ? ['Nothing was left to refund.']
        : ['All that was paid for the voucher had been used or returned, so there was nothing to refund.']
  }
}
