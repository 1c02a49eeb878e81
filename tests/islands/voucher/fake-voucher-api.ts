import { beforeEach, vi } from 'vitest'
import { chooseAmount, form } from '#islands/voucher/voucher-form.store.ts'
import { createAnother } from '#islands/voucher/voucher.store.ts'
// Imported for its hooks, too.
import '#tests/islands/checkout/fake-payment-api.ts'
import type { FakeResponse } from '#tests/islands/fake-api.ts'

export const PAID = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  voucherCode: '7K2M-0PQR-4XVB-19DN',
  status: 'active',
  amount: '50.00',
  originalAmount: '50.00',
  currentBalance: '50.00',
  reference: 'pi_1',
  buyerName: 'Buyer Name',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  expiryDate: '2027-11-21',
  timestamp: '2026-11-21T14:32:08.000Z',
}

export const BOUGHT: FakeResponse = [200, { voucher: PAID }]

/** Chooses an amount and fills in the details. */
export function fillInVoucher() {
  chooseAmount(50)
  form.setValue('buyerName', 'Buyer Name')
  form.setValue('buyerEmail', 'buyer@example.com')
  form.setValue('recipientName', 'Recipient Name')
  form.setValue('recipientEmail', 'recipient@example.com')
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://clinic.example/'))
  createAnother()
})
