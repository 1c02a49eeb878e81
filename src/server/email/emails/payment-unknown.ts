import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

/** To the clinic: a payment at Stripe has no record here, as after restoring a backup. */
export const paymentUnknown = clinicNotice(v.object(noticeEntries), ({ reference }, amount) => ({
  title: 'A payment nobody knows',
  happened: `Stripe has received ${amount} through your website, and the website does not know what for.`,
  means:
    'What was bought was only in records that are lost, as after going back to a backup. The customer has paid, and may have received nothing.',
  next: `Sign in to Stripe and search for ${reference} to see who paid. Ask what was bought, then either refund the payment or hand over what was ordered.`,
}))
