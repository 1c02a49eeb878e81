import { afterEach, expect, it } from 'vitest'
import { REDEEM_ID, route } from '#islands/admin/router.ts'
import { closeDialog, openDialog, resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { answer, refusal } from '#tests/islands/fake-api.ts'

const undelivered = { ...VOUCHER, isDelivered: false }

afterEach(() => {
  openDialog.value = undefined
  route.value = { tab: 'overview' }
})

it.each([
  ['another tab is opened', { tab: 'orders' }],
  ['another voucher is opened', { tab: 'vouchers', id: 'another' }],
  ['the redeem page is opened', { tab: 'vouchers', id: REDEEM_ID }],
  ['its voucher is left', { tab: 'vouchers' }],
] as const)('the dialog of a voucher is closed when %s, and stays closed', (_, next) => {
  const opened = { tab: 'vouchers', id: VOUCHER.id } as const
  route.value = opened
  openDialog.value = { name: 'refund', voucher: VOUCHER }
  route.value = next
  expect(openDialog.value).toBeUndefined()
  route.value = { ...opened }
  expect(openDialog.value).toBeUndefined()
})

it('a late response closes no dialog over what was opened meanwhile', async () => {
  const resend = { name: 'send', voucher: undelivered, newCode: false } as const
  openDialog.value = resend
  answer(refusal('already_sent', 'It has been sent.'))
  const sent = resendVoucher(undelivered, { recipientEmail: 'recipient@example.com' })
  route.value = { tab: 'vouchers', id: 'another' }
  const opened = { name: 'refund', voucher: { ...VOUCHER, id: 'another' } } as const
  openDialog.value = opened
  await sent
  closeDialog(resend)
  expect(openDialog.value).toBe(opened)
  closeDialog(opened)
  expect(openDialog.value).toBeUndefined()
})
