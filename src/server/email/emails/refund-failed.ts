import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

/** To the clinic: a refund has failed at the customer's bank. */
export const refundFailed = clinicNotice(v.object(noticeEntries), ({ reference }, amount) => ({
  title: 'A refund has failed',
  happened: `Stripe could not return ${amount} the way the customer paid. Their card or account may have been closed or replaced.`,
  means:
    'The money is back in your Stripe balance. A voucher has its balance back, and an order counts as paid again. Any goods that you put back into stock stay in stock.',
  next: `Please sign in to Stripe and search for ${reference} to see why the refund failed. Then try the refund again, or ask the customer how else you can return the money.`,
}))
