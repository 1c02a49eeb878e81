import { londonDay } from '#contract/base/send-date.ts'
import type { EmailState } from '#contract/base/statuses.ts'
import { dateTime, timeOfDay } from '#islands/admin/shared/format.ts'
import { comingDay } from '#islands/checkout/voucher-facts.ts'

/** Completes "… came back, because ". */
export const BOUNCE_REASONS: Record<NonNullable<EmailState['reason']>, string> = {
  no_mailbox: 'this address does not exist',
  refused: 'their email provider refused it',
  unreachable: 'their email provider could not be reached',
}

/** What Postmark requires before it sends anything more to an address that an email came back from. */
export const ACTIVATE_FIRST =
  'Postmark stops sending to an address once an email has come back from it. If this address is right, please press “Activate” beside it in Postmark before you send the email again.'

/** Says where an email is. */
export function describeEmail({ state, at = '', since, reason }: EmailState): string {
  switch (state) {
    case 'waiting':
      return since === undefined
        ? `Will be emailed on ${comingDay(londonDay(new Date(at)))} at ${timeOfDay(at).replace(/^0/, '')}`
        : `Waiting since ${dateTime(since)}`
    case 'sending':
      return 'Being sent'
    case 'sent':
      return `Sent on ${dateTime(at)}`
    case 'accepted':
      return `Accepted by their mail server on ${dateTime(at)}`
    case 'delayed':
      return `Their mail server has not accepted it yet (last tried on ${dateTime(at)})`
    case 'bounced':
      return `Came back on ${dateTime(at)}, because ${BOUNCE_REASONS[reason ?? 'refused']}`
    case 'failed':
      return `Could not be sent. We stopped trying on ${dateTime(at)}`
    case 'withdrawn':
      return 'Withdrawn before it was sent'
  }
}

/** Whether the email has left and did not come back. */
export const hasLeft = ({ state }: Pick<EmailState, 'state'>): boolean =>
  state === 'sent' || state === 'accepted' || state === 'delayed'

/** Whether the email came back or could not be sent. */
export const isLost = ({ state }: Pick<EmailState, 'state'>): boolean =>
  state === 'bounced' || state === 'failed'
