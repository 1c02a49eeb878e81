import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({ ...noticeEntries, cause: v.picklist(['warning', 'review']) })

const FROZEN =
  'The purchase is frozen for now. If it is a voucher, it cannot be used. If it is an order, please keep the goods until you have decided.'

/** To the clinic: a payment may be fraud; the owner decides. */
export const paymentFrozen = clinicNotice(Schema, ({ cause, reference }, amount) =>
  cause === 'warning'
    ? {
        title: 'A payment may be fraudulent',
        happened: `The bank that issued the card has warned Stripe that this payment of ${amount} may be fraudulent.`,
        means: `${FROZEN} The cardholder may still dispute the payment, which costs you a fee unless you refund it first.`,
        next: 'Please sign in to the portal and look under “Needs attention”. Press “Refund” if you have doubts about the purchase, or “Release” if you are sure it is genuine.',
      }
    : {
        title: 'Stripe is reviewing a payment',
        happened: `Stripe’s fraud checks have flagged this payment of ${amount} for you to look at.`,
        means: `${FROZEN} Stripe has taken the payment and is keeping it under review until someone approves or refunds it.`,
        next: `Please sign in to the portal and look under “Needs attention”. Press “Release” to approve the payment, or “Refund” to return the money. To see why it looked unusual, search for ${reference} in Stripe.`,
      },
)
