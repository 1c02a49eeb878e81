import { expect, it } from 'vitest'
import type { EmailState } from '#contract/base/statuses.ts'
import { describeEmail } from '#islands/admin/shared/email-labels.ts'

const at = '2026-11-26T09:12:00.000Z'

it.each<[EmailState, string]>([
  [{ state: 'waiting', at: '2027-06-24T08:00:00.000Z' }, 'Will be emailed on Thursday 24 June at 9:00'],
  [{ state: 'waiting', at, since: '2026-11-26T07:30:00.000Z' }, 'Waiting since 26 Nov 2026, 07:30'],
  [{ state: 'sending' }, 'Being sent'],
  [{ state: 'sent', at }, 'Sent on 26 Nov 2026, 09:12'],
  [{ state: 'accepted', at }, 'Accepted by their mail server on 26 Nov 2026, 09:12'],
  [{ state: 'delayed', at }, 'Their mail server has not accepted it yet (last tried on 26 Nov 2026, 09:12)'],
  [
    { state: 'bounced', at, reason: 'no_mailbox' },
    'Came back on 26 Nov 2026, 09:12, because this address does not exist',
  ],
  [
    { state: 'bounced', at, reason: 'refused' },
    'Came back on 26 Nov 2026, 09:12, because their email provider refused it',
  ],
  [
    { state: 'bounced', at, reason: 'unreachable' },
    'Came back on 26 Nov 2026, 09:12, because their email provider could not be reached',
  ],
  [{ state: 'failed', at }, 'Could not be sent. We stopped trying on 26 Nov 2026, 09:12'],
  [{ state: 'withdrawn' }, 'Withdrawn before it was sent'],
])('describeEmail says where an email is: %j', (email, sentence) =>
  expect(describeEmail(email)).toBe(sentence),
)
