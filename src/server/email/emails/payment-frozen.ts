import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({ ...noticeEntries, cause: v.picklist(['warning', 'review']) })

const FROZEN =
  'What was bought is frozen: a voucher cannot be redeemed, and goods are best kept until you have decided.'

/** To the clinic: a payment may be fraud; the owner decides. */
export const paymentFrozen = clinicNotice(Schema, ({ cause, reference }, amount) =>
  cause === 'warning'
    ? {
        title: 'A payment may be fraud',
        happened: `The card’s bank warned Stripe that this payment of ${amount} may be fraud.`,
        means: `${FROZEN} The cardholder may still dispute the payment. That costs a fee, unless you refund it before.`,
        next: 'Sign in to your portal and look under Needs attention. Press Refund if you doubt the purchase, or Release if you are sure that it is real.',
      }
    : {
        title: 'Stripe is reviewing a payment',
        happened: `Stripe’s fraud checks ask you to look at this payment of ${amount}.`,
        means: `${FROZEN} Stripe has taken the payment, and keeps it under review until somebody approves or refunds it.`,
        next: `Sign in to your portal and look under Needs attention. Press Release to approve the payment, or Refund to give it back. At Stripe, ${reference} has what made it look unusual.`,
      },
)
