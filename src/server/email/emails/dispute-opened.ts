import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'
import { sanitizedText } from '#server/email/email-text.ts'

const Schema = v.object({ ...noticeEntries, reason: v.string(), isInquiry: v.boolean() })

/** To the clinic: a payment is disputed. */
export const disputeOpened = clinicNotice(Schema, ({ reference, reason, isInquiry }, amount) => ({
  title: 'A payment is disputed',
  happened: `The customer’s bank has asked for ${amount} back.`,
  fact: ['Reason given', sanitizedText(reason.replaceAll('_', ' '))],
  means: `${isInquiry ? 'This is only an inquiry so far, and Stripe has not taken the amount from your balance.' : 'Stripe has taken the amount from your balance and will hold it until the bank decides.'} Everything bought with this payment is frozen for now, so it cannot be used or refunded. If you still have the goods, please keep them until the bank has decided.`,
  next: `Sign in to Stripe, search for ${reference} and open the dispute. Please answer by the date shown there, with evidence that the purchase was genuine, or accept the dispute. If you do not answer, you will lose the dispute.`,
}))
