import * as v from 'valibot'
import { longDayAndTime } from '#server/dates.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

/** To the admin whose password was changed, so that no stranger's change goes unnoticed. */
export const passwordChanged = defineEmail(v.object({ at: v.string() }), ({ at }) => ({
  subject: trustedText('Your password was changed'),
  preview: trustedText('Everyone who was signed in with the old password has been signed out.'),
  blocks: [
    opening(
      trustedText('Your password was changed'),
      trustedText(
        `Your password for the admin portal was changed on ${longDayAndTime(new Date(at))} (London time). Everyone who was signed in with the old one has been signed out.`,
      ),
    ),
    section(
      'If this was not you',
      trustedText(
        'Someone else may be able to read your email. Please change your email password first, then choose “Forgot password?” on your website’s sign-in page.',
      ),
    ),
  ],
  footnote: trustedText('Sent by your website.'),
}))
