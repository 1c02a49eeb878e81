import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

/**
 * To the former address of a buyer whose address was corrected. It may be a stranger's: what was bought, by whom, and the
 * new address are not theirs to know.
 */
export const addressChanged = defineEmail(v.object({}), () => ({
  subject: trustedText('We have changed your email address'),
  preview: trustedText('If you asked us to, you do not need to do anything.'),
  blocks: [
    opening(
      trustedText('We have changed your email address'),
      trustedText(
        `We used this address for a purchase at ${clinic.name}, and have changed it to another one. We will not write to this address about that purchase any more.`,
      ),
    ),
    section(
      'If this was not you',
      trustedText(
        `If you bought something from us and did not ask for this change, please ring us on ${clinic.phone.display} straight away. If you asked for it, or have never bought anything from us, you do not need to do anything.`,
      ),
    ),
  ],
  footnote: trustedText('You have received this email because this address was given to us with a purchase.'),
}))
