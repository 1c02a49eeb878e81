import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'
import { sanitizedText } from '#server/email/email-text.ts'

const Schema = v.object({ ...noticeEntries, reason: v.string(), isInquiry: v.boolean() })

/** To the clinic: a payment is disputed. */
export const disputeOpened = clinicNotice(Schema, ({ reference, reason, isInquiry }, amount) => ({
  title: 'A payment is disputed',
  fact: ['Reason given', sanitizedText(reason.replaceAll('_', ' '))],
  ...(isInquiry
    ? {
        happened: `The customer’s bank has queried a payment of ${amount}.`,
        means: `This is only an inquiry so far, and Stripe has not taken the amount from your balance. ${FROZEN}`,
        next: `Please sign in to Stripe, search for ${reference} and open the inquiry. Answer by the date shown there, with evidence that the purchase was genuine, or refund the payment in Stripe. If you do not answer, the bank may take the money back.`,
      }
    : {
        happened: `The customer’s bank has asked for ${amount} back.`,
        means: `Stripe has taken the amount from your balance and will hold it until the bank decides. ${FROZEN}`,
        next: `Please sign in to Stripe, search for ${reference} and open the dispute. Answer by the date shown there, with evidence that the purchase was genuine, or accept the dispute. If you do not answer, you will lose the dispute.`,
      }),
}))

const FROZEN =
  'Everything bought with this payment is frozen for now, so it cannot be used or refunded in the portal. If you still have the goods, please keep them until the bank has decided.'
