import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { INVITATION_HOURS } from '#contract/auth/sign-in-limits.ts'
import { roles, type Role } from '#contract/base/endpoint.ts'
import { opening, privateButton, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { invitationLink, resetToken } from '#server/links/reset-link.ts'

const WORKS_ONCE = `The link works only once, and expires after ${INVITATION_HOURS} hours.`

const MAY: Record<Role, string> = {
  owner: 'As an owner you may do everything in it.',
  staff: 'There you find and redeem vouchers, sell at the desk, pack orders and answer requests.',
}

/** To somebody who was invited to the portal. */
export const invitation = defineEmail(
  v.object({ reset: v.string(), name: v.string(), by: v.string(), role: v.picklist(roles) }),
  ({ reset, name, by, role }, siteUrl) => ({
    subject: sentence`${by} invited you to the portal of ${trustedText(clinic.name)}`,
    preview: trustedText('Please choose a password.'),
    blocks: [
      opening(
        sentence`Welcome, ${name}`,
        sentence`${by} has invited you to the admin portal of ${trustedText(clinic.name)}. ${trustedText(MAY[role])} To begin, please choose a password. ${trustedText(WORKS_ONCE)}`,
      ),
      privateButton('Choose a password', invitationLink(siteUrl, resetToken(reset))),
      section(
        'What is recorded',
        trustedText(
          'The clinic keeps who did what in the portal and when, with your name, and from which browser you sign in. The owners can see it.',
        ),
      ),
      section(
        'If you do not know the clinic',
        trustedText('You do not need to do anything. Without a password nobody can sign in.'),
      ),
    ],
    footnote: trustedText('Sent by your website. It never asks for your password by email.'),
  }),
)
