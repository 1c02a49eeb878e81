import { afterEach, expect, it } from 'vitest'
import { openDialog, resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { answer, refusal } from '#tests/islands/fake-api.ts'

const undelivered = { ...VOUCHER, isDelivered: false }

afterEach(() => void (openDialog.value = undefined))

it('resendVoucher offers to reissue a voucher that has left meanwhile, to the address that was typed', async () => {
  openDialog.value = { name: 'resend', voucher: undelivered }
  answer(refusal('already_sent', 'It has been sent.'))
  const error = await resendVoucher(undelivered, { recipientEmail: 'recipient@example.com' })
  expect(error?.message).toBe('It has been sent.')
  expect(openDialog.value).toEqual({ name: 'reissue', voucher: undelivered, typed: 'recipient@example.com' })
})

it('resendVoucher keeps its dialog after any other failure', async () => {
  openDialog.value = { name: 'resend', voucher: undelivered }
  answer(refusal('not_active'))
  await resendVoucher(undelivered, { recipientEmail: 'recipient@example.com' })
  expect(openDialog.value).toEqual({ name: 'resend', voucher: undelivered })
})
