import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

const Schema = v.object({ codeEnd: v.pipe(v.string(), v.regex(/^[0-9A-Z]{1,4}$/)) })

/** To the former recipient: the code in their email does not work any more. Who gave it, and to whom it goes now, is not theirs to know. */
export const giftReplaced = defineEmail(Schema, ({ codeEnd }) => {
  const said = `The voucher ending ${codeEnd} was sent to this address by mistake and can no longer be used.`
  return {
    subject: trustedText('A gift voucher that reached you by mistake'),
    preview: trustedText(said),
    blocks: [
      opening(
        trustedText('A gift voucher reached you by mistake'),
        trustedText(
          `We recently emailed you a gift voucher. ${said} We are sorry if you were looking forward to it.`,
        ),
      ),
      section(
        'What now?',
        trustedText(
          `You do not need to do anything. You can simply delete our earlier email. If you have already booked an appointment with the voucher or have any questions, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because we emailed you a gift voucher.'),
  }
})
