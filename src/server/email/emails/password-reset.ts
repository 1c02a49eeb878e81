import * as v from 'valibot'
import { resetLink, resetToken } from '../../reset-link.ts'
import { button, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours } from '../email-text.ts'

/** To an admin who asked for it, or whose address somebody typed. */
export const passwordReset = letter(v.object({ reset: v.string() }), ({ reset }, siteUrl) => ({
  subject: ours('Choose a new password'),
  preview: ours('The link works once, for 30 minutes.'),
  blocks: [
    opening(
      ours('Choose a new password'),
      ours(
        'Somebody asked for a new password for the admin portal of your website. The link works once, for 30 minutes.',
      ),
    ),
    button('Choose a new password', resetLink(siteUrl, resetToken(reset))),
    section(
      'If that was not you',
      ours('You need not do anything: your password stays as it is, and nobody but you has this link.'),
    ),
  ],
  footnote: ours('Your website wrote this to you. It never asks for your password by e-mail.'),
}))
