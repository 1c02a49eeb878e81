import * as v from 'valibot'
import { END_SESSIONS_DAYS, endSessionsLink, endSessionsToken } from '../../end-sessions-link.ts'
import { button, opening, section } from '../blocks.ts'
import { londonTime } from '../email-dates.ts'
import { letter } from '../email-layout.ts'
import { ours } from '../email-text.ts'

const DAY = 86_400_000

/** To the admin, whenever a browser signs in that has not signed in before. */
export const newDevice = letter(
  v.object({ admin: v.string(), at: v.string(), browser: v.string() }),
  ({ admin, at, browser }, siteUrl) => {
    const signedIn = new Date(at)
    const expiresAt = new Date(signedIn.getTime() + END_SESSIONS_DAYS * DAY)
    return {
      subject: ours('New sign-in to the admin portal'),
      preview: ours('If that was you, you need not do anything.'),
      blocks: [
        opening(
          ours('New sign-in to the admin portal'),
          ours(
            `Somebody signed in to the admin portal of your website at ${londonTime(signedIn)} (London time) with ${browser}. This browser has not signed in before, or has forgotten its cookies.`,
          ),
        ),
        section('If that was you', ours('You need not do anything.')),
        section(
          'If that was not you',
          ours(
            `End all sessions, then choose a new password: somebody knows yours. The link works for ${END_SESSIONS_DAYS} days.`,
          ),
        ),
        button('End all sessions', endSessionsLink(siteUrl, endSessionsToken(admin, expiresAt))),
      ],
      footnote: ours('Your website wrote this to you. It never asks for your password by e-mail.'),
    }
  },
)
