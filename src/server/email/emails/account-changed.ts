import * as v from 'valibot'
import { roles, type Role } from '#contract/base/endpoint.ts'
import { longDayAndTime } from '#server/dates.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText, type EmailText } from '#server/email/email-text.ts'

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
}

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
}

/** To the person whose account changed and to every owner, so that no change goes unnoticed. */
export const accountChanged = defineClinicEmail(Schema, (change) => {
  const { isYou, by, at } = change
  const subject = TITLES[change.change](change)
  const detail = DETAILS[change.change](change)
  const who = by === null ? trustedText('outside the portal') : sentence`by ${by}`
  const when = `${longDayAndTime(new Date(at))} (London time)`
  return {
    subject,
    preview: detail,
    blocks: [
      opening(subject, sentence`This was done ${who} on ${trustedText(when)}. ${detail}`),
      section('If you did not expect this', isYou ? adviceTo(change) : TO_OWNERS),
    ],
    footnote: trustedText('Sent by your website. It never asks for your password by email.'),
  }
})

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
