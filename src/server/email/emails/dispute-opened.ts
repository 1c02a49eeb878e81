import * as v from 'valibot'
import { clinicNotice, noticeEntries } from '../clinic-notice.ts'
import { sanitizedText } from '../email-text.ts'

const Schema = v.object({ ...noticeEntries, reason: v.string(), isInquiry: v.optional(v.boolean(), false) })

/** To the clinic: a payment is disputed. */
export const disputeOpened = clinicNotice(Schema, ({ reference, reason, isInquiry }, amount) => ({
  title: 'A payment is disputed',
  happened: `The customer’s bank has asked for ${amount} back.`,
  fact: ['Reason given', sanitizedText(reason.replaceAll('_', ' '))],
  means: `${isInquiry ? 'This is an inquiry: Stripe has not taken the sum from your balance.' : 'Stripe has taken the sum from your balance until the bank decides.'} What was bought is frozen, all of it: it can be neither spent nor refunded. Goods that are still with you are best kept until then.`,
  next: `Sign in to Stripe, search for ${reference} and open the dispute. Answer before the day that stands there, with what shows that the purchase was real, or accept it. If you do not answer, it is lost.`,
}))
