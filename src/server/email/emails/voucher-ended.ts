import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText, withName } from '#server/email/email-text.ts'
import { greetingOf } from '#server/email/holder-blocks.ts'

const Schema = v.object({
  /** Null if the clinic gave it; '' once erased. */
  buyerName: v.nullable(v.string()),
  recipientName: v.string(),
})

/** To the recipient who has the voucher: it has ended. Sum and reason are the buyer's. */
export const voucherEnded = defineEmail(Schema, ({ buyerName, recipientName }) => {
  const from = withName('from', buyerName ?? trustedText(clinic.name))
  return {
    subject: trustedText('Your gift voucher can no longer be used'),
    preview: sentence`The gift voucher${from} is no longer valid.`,
    blocks: [
      opening(
        trustedText('Your gift voucher is no longer valid'),
        sentence`${greetingOf({ isForBuyer: false, buyerName, recipientName })} the gift voucher${from}, which we emailed to you, can no longer be used.`,
      ),
      section(
        'What now?',
        trustedText(
          `If you have booked an appointment with it or have any questions, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because we emailed you a gift voucher.'),
  }
})
