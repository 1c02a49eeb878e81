import * as v from 'valibot'
import { opening, section } from '../blocks.ts'
import { londonTime } from '../email-dates.ts'
import { letter } from '../email-layout.ts'
import { ours } from '../email-text.ts'

/** To the admin whose password it was, so that a stranger's change does not go unseen. */
export const passwordChanged = letter(v.object({ at: v.string() }), ({ at }) => ({
  subject: ours('Your password was changed'),
  preview: ours('Everybody was signed out of the admin portal.'),
  blocks: [
    opening(
      ours('Your password was changed'),
      ours(
        `The password of the admin portal was changed at ${londonTime(new Date(at))}. Everybody who was signed in has been signed out.`,
      ),
    ),
    section(
      'If that was not you',
      ours(
        'Somebody can read your e-mail. Change the password of your mailbox first, then choose “Forgot password” on the sign-in page of your website.',
      ),
    ),
  ],
  footnote: ours('Your website wrote this to you.'),
}))
