import * as v from 'valibot'
import { longDay } from '#server/dates.ts'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({
  ...noticeEntries,
  /** Of a cancelled purchase, the last day for paying it back. */
  payBy: v.nullish(v.pipe(v.string(), v.isoDate())),
})

/** To the clinic: a refund has failed at the customer's bank. */
export const refundFailed = clinicNotice(Schema, ({ reference, payBy }, amount) => ({
  title: 'A refund has failed',
  happened: `Stripe could not return ${amount} the way the customer paid. Their card or account may have been closed or replaced.`,
  means: payBy
    ? `The money is back in your Stripe balance. The purchase was cancelled, so it stays ended, and the customer must have the money by ${longDay(payBy)}.`
    : 'The money is back in your Stripe balance. A voucher has its balance back, and an order counts as paid again. Any goods that you put back into stock stay in stock.',
  next: payBy
    ? 'Please ask the customer how else you can return the money, for example by bank transfer. The portal says under “Needs attention” how much you owe in all. Please press “Paid back” there once you have paid it.'
    : `Please sign in to Stripe and search for ${reference} to see why the refund failed. Then try the refund again, or ask the customer how else you can return the money.`,
}))
