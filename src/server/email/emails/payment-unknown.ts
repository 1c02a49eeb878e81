import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

/** To the clinic: a payment at Stripe has no record here, as after restoring a backup. */
export const paymentUnknown = clinicNotice(v.object(noticeEntries), ({ reference }, amount) => ({
  title: 'A payment we do not recognise',
  happened: `Stripe has received ${amount} through your website, but the website does not know what it was for.`,
  means:
    'The record of this purchase has been lost, for example because a backup was restored. The customer has paid and may not have received anything.',
  next: `Please sign in to Stripe and search for ${reference} to see who paid. Ask them what they bought, then either refund the payment or give them what they ordered.`,
}))
