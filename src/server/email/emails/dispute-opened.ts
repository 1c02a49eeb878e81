import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'
import { sanitizedText } from '#server/email/email-text.ts'

const Schema = v.object({ ...noticeEntries, reason: v.string(), isInquiry: v.boolean() })

/** To the clinic: a payment is disputed. */
export const disputeOpened = clinicNotice(Schema, ({ reference, reason, isInquiry }, amount) => ({
  title: 'A payment is disputed',
  happened: `The customer’s bank has asked for ${amount} back.`,
  fact: ['Reason given', sanitizedText(reason.replaceAll('_', ' '))],
  means: `${isInquiry ? 'This is an inquiry: Stripe has not taken the sum from your balance.' : 'Stripe has taken the sum from your balance until the bank decides.'} Everything that was bought with this payment is frozen: it can be neither spent nor refunded. Keep goods that are still with you until then.`,
  next: `Sign in to Stripe, search for ${reference} and open the dispute. Answer by the date shown there, with evidence that the purchase was real, or accept it. A dispute without an answer is lost.`,
}))
