import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'

export const HELD: HeldVoucher = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  status: 'active',
  codeEnd: '19DY',
  originalAmount: '50.00',
  currentBalance: '30.00',
  expiryDate: '2027-03-12',
  entries: [
    { day: '2026-03-12', kind: 'issue', amount: '50.00', balanceAfter: '50.00' },
    { day: '2026-05-02', kind: 'redeem', amount: '-20.00', balanceAfter: '30.00' },
  ],
}
