import { expect, it } from 'vitest'
import { describeReminders } from '#islands/admin/vouchers/voucher-labels.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'

it.each([
  [
    { nextReminder: { on: '2027-10-24', to: 'recipient' } },
    'We will remind the recipient on Sunday 24 October 2027',
  ],
  [{ nextReminder: { on: '2027-10-24', to: 'buyer' } }, 'We will remind the buyer on Sunday 24 October 2027'],
  [
    { reminders: 'stopped' },
    'There are no reminders, because the holder has stopped them or marked one as spam',
  ],
  [{ reminders: 'off' }, 'Reminders are turned off'],
  [{}, 'No reminders are planned'],
] as const)('describeReminders says of %j “%s”', (more, sentence) => {
  expect(describeReminders({ ...VOUCHER, ...more })).toBe(sentence)
})
