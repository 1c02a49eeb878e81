import * as v from 'valibot'
import { RESET_MINUTES } from '#contract/auth/sign-in-limits.ts'
import { opening, privateButton, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'
import { resetLink, resetToken } from '#server/links/reset-link.ts'

const WORKS_ONCE = `The link works only once, and expires after ${RESET_MINUTES} minutes.`

/** To an admin whose address was entered under “Forgot password?”. */
export const passwordReset = defineEmail(v.object({ reset: v.string() }), ({ reset }, siteUrl) => ({
  subject: trustedText('Choose a new password'),
  preview: trustedText(WORKS_ONCE),
  blocks: [
    opening(
      trustedText('Choose a new password'),
      trustedText(`Someone asked for a new password for the admin portal of your website. ${WORKS_ONCE}`),
    ),
    privateButton('Choose a new password', resetLink(siteUrl, resetToken(reset))),
    section(
      'If this was not you',
      trustedText(
        'You do not need to do anything. Your password has not changed, and only you have this link.',
      ),
    ),
  ],
  footnote: trustedText('Sent by your website. It never asks for your password by email.'),
}))
