import * as v from 'valibot'
import { opening, section } from '../blocks.ts'
import { londonTime } from '../../dates.ts'
import { defineEmail } from '../email-layout.ts'
import { trustedText } from '../email-text.ts'

/** To the admin whose password was changed, so that no stranger's change goes unnoticed. */
export const passwordChanged = defineEmail(v.object({ at: v.string() }), ({ at }) => ({
  subject: trustedText('Your password was changed'),
  preview: trustedText('Everybody was signed out of the admin portal.'),
  blocks: [
    opening(
      trustedText('Your password was changed'),
      trustedText(
        `The password of the admin portal was changed at ${londonTime(new Date(at))}. Everybody who was signed in has been signed out.`,
      ),
    ),
    section(
      'If that was not you',
      trustedText(
        'Somebody can read your email. Change the password of your mailbox first, then choose “Forgot password” on the sign-in page of your website.',
      ),
    ),
  ],
  footnote: trustedText('Sent by your website.'),
}))
