import * as v from 'valibot'
import { longDay } from '#server/dates.ts'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({
  ...noticeEntries,
  /** Whether all of the payment went back otherwise, so that nothing is owed. */
  isPaidBack: v.nullish(v.boolean()),
  isCancelled: v.nullish(v.boolean()),
  /** Of a cancelled purchase, the last day for paying it in another way; null if it is refunded again. */
  payBy: v.nullish(v.pipe(v.string(), v.isoDate())),
})

/** To the clinic: a refund has failed at the customer's bank, or Stripe has refused it. */
export const refundFailed = clinicNotice(Schema, (data, amount) => ({
  title: 'A refund has failed',
  ...whatFollows(data, amount),
}))

function whatFollows(
  { isPaidBack, isCancelled, payBy, reference }: v.InferOutput<typeof Schema>,
  amount: string,
) {
  const happened = `Stripe could not return ${amount} the way the customer paid. Their card or account may have been closed or replaced.`
  if (isPaidBack)
    return {
      happened: `Stripe has not made a refund of ${amount} that your website asked for.`,
      means:
        'All of this payment has gone back otherwise, for example by a refund in Stripe, so nothing more is owed.',
      next: 'There is nothing for you to do.',
    }
  if (payBy)
    return {
      happened,
      means: `The money is back in your Stripe balance. The purchase was cancelled, so it stays ended, and the customer must have the money by ${longDay(payBy)}.`,
      next: 'Please ask the customer how else you can return the money, for example by bank transfer. “Needs attention” in the portal names the amount. Please press “Paid back” there once you have paid it.',
    }
  if (isCancelled)
    return {
      happened,
      means: 'The money is back in your Stripe balance. The purchase was cancelled, so it stays ended.',
      next: 'There is nothing for you to do: your website pays back what is due by itself, the way the customer paid. If that fails too, it will email you again.',
    }
  return {
    happened,
    means:
      'The money is back in your Stripe balance. A voucher has its balance back, and an order counts as paid again. Any goods that you put back into stock stay in stock.',
    next: `Please sign in to Stripe and search for ${reference} to see why the refund failed. Then try the refund again, or ask the customer how else you can return the money.`,
  }
}
