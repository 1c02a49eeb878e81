import * as v from 'valibot'
import { londonTime } from '#server/dates.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  from: v.string(),
  to: v.string(),
  /** An admin's address, or a label. */
  by: v.string(),
  at: v.string(),
})

/** To the old and the new address of the clinic and to all admins: visitors see another email address from now on. */
export const contactEmailChanged = defineClinicEmail(Schema, ({ from, to, by, at }) => ({
  subject: sentence`The clinic has a new email address: ${to}`,
  preview: trustedText('If you know about this, you do not need to do anything.'),
  blocks: [
    opening(
      trustedText('The clinic has a new email address'),
      trustedText(
        'As soon as the website has been updated, visitors will see the new address, and your website’s emails to the clinic will go there.',
      ),
    ),
    card(
      facts([
        ['Old address', sanitizedText(from)],
        ['New address', sanitizedText(to)],
        ['Published by', sanitizedText(by)],
        ['When', trustedText(londonTime(new Date(at)))],
      ]),
    ),
    section(
      'If you do not know about this',
      trustedText('Please ask the person named. Every owner can correct the address there, under “Website”.'),
    ),
  ],
  footnote: trustedText('Sent by your website to the old and the new address and to every owner.'),
}))
