import * as v from 'valibot'
import { longDayAndTime } from '#server/dates.ts'
import { opening, privateButton, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'
import { END_SESSIONS_DAYS, endSessionsLink, endSessionsToken } from '#server/links/end-sessions-link.ts'

const DAY_MS = 86_400_000

/** To the admin: a browser has signed in for the first time. */
export const newDevice = defineEmail(
  v.object({ admin: v.string(), at: v.string(), browser: v.string() }),
  ({ admin, at, browser }, siteUrl) => {
    const signedIn = new Date(at)
    const expiresAt = new Date(signedIn.getTime() + END_SESSIONS_DAYS * DAY_MS)
    return {
      subject: trustedText('New sign-in to the admin portal'),
      preview: trustedText('If this was you, you do not need to do anything.'),
      blocks: [
        opening(
          trustedText('New sign-in to the admin portal'),
          trustedText(
            `Someone signed in to the admin portal with your email address on ${longDayAndTime(signedIn)} (London time), using ${browser}. We did not recognise this browser.`,
          ),
        ),
        section('If this was you', trustedText('You do not need to do anything.')),
        section(
          'If this was not you',
          trustedText(
            `Someone else knows your password. Please press “End all sessions”, then choose a new password. The link works for ${END_SESSIONS_DAYS} days.`,
          ),
        ),
        privateButton('End all sessions', endSessionsLink(siteUrl, endSessionsToken(admin, expiresAt))),
      ],
      footnote: trustedText('Sent by your website. It never asks for your password by email.'),
    }
  },
)
