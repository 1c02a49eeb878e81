import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { BoughtVoucher } from '#contract/vouchers/vouchers.ts'
import { VoucherConfirmationStep } from '#islands/voucher/VoucherConfirmationStep.tsx'
import { SECRET } from '#tests/islands/checkout/fake-payment-api.ts'
import { PAID } from '#tests/islands/voucher/fake-voucher-api.ts'

const show = (changes: Partial<BoughtVoucher>) => {
  const bought = { ...(PAID as BoughtVoucher), ...changes }
  const at = { name: 'success' as const, clientSecret: SECRET, bought }
  return renderToStaticMarkup(createElement(VoucherConfirmationStep, { at }))
}

describe('the confirmation of a voucher', () => {
  it('that can be used says that it is paid for and on its way', () => {
    const page = show({})
    for (const said of ['Payment Successful!', 'on its way', 'Email Confirmations Sent', 'Print Voucher'])
      expect(page).toContain(said)
  })

  it.each([
    ['spent', 'Nothing left'],
    ['expired', 'Expired'],
    ['refunding', 'Being refunded'],
    ['refunded', 'Refunded'],
    ['void', 'Cancelled'],
  ] as const)('that is %s when a kept tab is opened says "%s"', (status, label) => {
    const page = show({ status, currentBalance: '0.00' })
    for (const said of [label, 'Gift voucher for', 'Print Receipt']) expect(page).toContain(said)
    expect(page).not.toMatch(/Successful|on its way|Email Confirmations Sent|Print Voucher|7K2M/)
  })

  it('that is disputed says that the payment is being checked', () => {
    const page = show({ status: 'disputed' })
    for (const said of [
      'Payment Successful!',
      'Your payment is being checked',
      'One to you with the receipt.',
    ])
      expect(page).toContain(said)
    expect(page).not.toMatch(/on its way|Print Voucher|7K2M/)
  })

  it('has no gap for a recipient who was erased', () => {
    const page = show({ status: 'spent', recipientName: '', recipientEmail: undefined })
    expect(page).not.toMatch(/voucher for|Recipient/)
  })
})
