import * as v from 'valibot'
import { RECOVERY_HOURS } from '#contract/auth/sign-in-limits.ts'
import { roles, type Role } from '#contract/base/endpoint.ts'
import { longDayAndTime } from '#server/dates.ts'
import { opening, privateButton, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText, type EmailText } from '#server/email/email-text.ts'
import { END_SESSIONS_DAYS, endSessionsLink, endSessionsToken } from '#server/links/end-sessions-link.ts'

const Schema = v.object({
  change: v.picklist([
    'invited',
    'accepted',
    'changed',
    'removed',
    'withdrawn',
    'password',
    'session',
    'sessions',
    'device',
    'passkey',
    'passkeyRemoved',
    'passkeyCounter',
    'passkeysReset',
    'passkeysRequired',
    'passkeysOptional',
    'recoveryCodes',
    'recoveryCode',
    'recovery',
    'recovered',
  ]),
  /** Whether the recipient is the person whose account it is; else an owner. */
  isYou: v.boolean(),
  /** Of the person, after the change. */
  name: v.string(),
  role: v.picklist(roles),
  /** The name and the role before, where they are others. */
  formerName: v.nullable(v.string()),
  formerRole: v.nullable(v.picklist(roles)),
  /** Who did it. Null: whoever looks after the website, outside the portal. */
  by: v.nullable(v.string()),
  at: v.string(),
  /** Of the recipient. */
  to: v.optional(v.string()),
})

type Change = v.InferOutput<typeof Schema>

const ROLES: Record<Role, string> = { owner: 'an owner', staff: 'staff' }

const TITLES: Record<Change['change'], (change: Change) => EmailText> = {
  invited: ({ name }) => sentence`${name} was invited to the admin portal`,
  accepted: ({ isYou, name }) => sentence`${isYou ? 'You' : name} can now sign in to the admin portal`,
  changed: ({ isYou, name, formerName, role, formerRole }) => {
    if (formerRole === null) return sentence`${formerName ?? ''} is now called ${name} in the admin portal`
    return sentence`${isYou ? 'You are' : sentence`${name} is`} now ${ROLES[role]} in the admin portal`
  },
  removed: ({ isYou, name }) => sentence`${isYou ? 'You' : name} can no longer sign in to the admin portal`,
  withdrawn: ({ name }) => sentence`The invitation of ${name} was withdrawn`,
  session: ({ isYou, name }) =>
    sentence`One of ${isYou ? 'your' : sentence`${name}’s`} devices was signed out`,
  password: ({ isYou, name }) => sentence`${isYou ? 'Your' : sentence`${name}’s`} password was changed`,
  sessions: ({ isYou, name }) =>
    sentence`${isYou ? 'Your' : sentence`${name}’s`} other devices were signed out`,
  device: ({ isYou, name }) => sentence`${isYou ? 'You' : name} signed in on a new device`,
  passkey: (change) => sentence`A passkey was added to ${accountOf(change)}`,
  passkeyRemoved: (change) => sentence`A passkey was removed from ${accountOf(change)}`,
  passkeyCounter: (change) => sentence`A passkey of ${accountOf(change)} may have been copied`,
  passkeysReset: (change) => sentence`The passkeys of ${accountOf(change)} were reset`,
  passkeysRequired: () => trustedText('Everybody now needs a passkey for the admin portal'),
  passkeysOptional: () => trustedText('A passkey is no longer needed for the admin portal'),
  recoveryCodes: (change) => sentence`New recovery codes were made for ${accountOf(change)}`,
  recoveryCode: (change) => sentence`A recovery code of ${accountOf(change)} was used`,
  recovery: (change) => sentence`Someone typed the recovery code for ${accountOf(change)}`,
  recovered: (change) => sentence`The recovery code has ended the passkeys of ${accountOf(change)}`,
}

const accountOf = ({ isYou, name }: Change) =>
  isYou ? trustedText('your account') : sentence`${name}’s account`

const DETAILS: Record<Change['change'], (change: Change) => EmailText> = {
  invited: ({ role }) =>
    sentence`The invitation is for ${ROLES[role]}. It is accepted by choosing a password through the link in its email.`,
  accepted: ({ role }) => sentence`The invitation as ${ROLES[role]} was accepted, and a password was chosen.`,
  changed: ({ formerName, formerRole, role }) => {
    if (formerRole === null) return trustedText('What this person may do stays as it was.')
    const may =
      role === 'owner'
        ? 'An owner may do everything in the portal.'
        : 'Staff find and redeem vouchers, sell at the desk, pack orders and answer requests.'
    return formerName === null ? trustedText(may) : sentence`${may} The name was ${formerName}.`
  },
  withdrawn: () => sentence`Its link opens nothing any more.`,
  session: () => sentence`Whoever uses it needs the password to sign in again.`,
  removed: () => sentence`All devices were signed out. What was recorded before keeps the name.`,
  password: () =>
    sentence`Everyone who was signed in with the old password on another device has been signed out.`,
  sessions: () => sentence`Whoever uses them needs the password to sign in again.`,
  device: () => sentence`We had not seen this browser with this account before.`,
  passkey: () => trustedText('It opens the portal without the password.'),
  passkeyRemoved: () => trustedText('It opens nothing any more.'),
  passkeyCounter: () =>
    trustedText(
      'It was used, but its device has counted fewer uses than before. Some devices count wrongly. If the passkey is on a security key, please remove it in the portal, under Account, and add it again.',
    ),
  passkeysReset: () =>
    trustedText(
      'All devices were signed out. The recovery codes have ended, too. The next sign-in takes the password.',
    ),
  passkeysRequired: () =>
    trustedText(
      'Whoever has none is asked to add one at the next sign-in. Passkeys are in the portal, under Account.',
    ),
  passkeysOptional: () =>
    trustedText('Whoever has a passkey still needs it. For everybody else the password is enough.'),
  recoveryCodes: () => trustedText('The former codes open nothing any more.'),
  recoveryCode: () =>
    trustedText('It stood in for a passkey, together with the password. It does not work again.'),
  recovery: () =>
    trustedText(
      `The code is the one that was chosen at Netlify. If it is typed again after ${RECOVERY_HOURS} hours, all passkeys of this account end, and the password is enough to sign in.`,
    ),
  recovered: () => trustedText('All devices were signed out. The next sign-in takes the password alone.'),
}

/** To the person whose account changed and to every owner, so that no change goes unnoticed. */
export const accountChanged = defineClinicEmail(Schema, (change, siteUrl) => {
  const { isYou, by, at, to } = change
  const subject = TITLES[change.change](change)
  const detail = DETAILS[change.change](change)
  const who = by === null ? trustedText('outside the portal') : sentence`by ${by}`
  const when = `${longDayAndTime(new Date(at))} (London time)`
  return {
    subject,
    preview: detail,
    blocks: [
      opening(subject, sentence`This was done ${who} on ${trustedText(when)}. ${detail}`),
      ...(change.change === 'recovery' && to !== undefined
        ? howToStop(siteUrl, to, new Date(at))
        : [section('If you did not expect this', isYou ? adviceTo(change) : TO_OWNERS)]),
    ],
    footnote: trustedText('Sent by your website. It never asks for your password by email.'),
  }
})

/** The same link as in the email about a new device. */
const howToStop = (siteUrl: string, owner: string, at: Date) => [
  section(
    'If you did not expect this',
    trustedText(
      'Please press “Stop it”. This stops the recovery, and signs you out on all devices, as somebody may be using one. Then please change the code at Netlify.',
    ),
  ),
  privateButton(
    'Stop it',
    endSessionsLink(siteUrl, endSessionsToken(owner, new Date(at.getTime() + END_SESSIONS_DAYS * DAY_MS))),
  ),
]

const DAY_MS = 86_400_000

const TO_OWNERS = trustedText(
  'Please ask who did it. In the portal, Account → People shows everyone who can sign in, and removes a person at once.',
)

/** What somebody else did is no sign of a stranger in one's mailbox. */
const adviceTo = ({ by, name }: Change) =>
  trustedText(
    by !== null && by !== name
      ? 'Please ask an owner of the clinic.'
      : 'Someone else may be able to read your email. Please change your email password first, then choose “Forgot password?” on your website’s sign-in page, and tell an owner.',
  )
