import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'

export const VOUCHER: AdminVoucher = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  voucherCode: 'BBBB-BBBB-BBBB-BBBB',
  codeEnd: 'BBBB',
  status: 'active',
  originalAmount: '50.00',
  currentBalance: '50.00',
  refundableAmount: '50.00',
  recipientName: 'Recipient',
  recipientEmail: 'recipient@example.com',
  isDelivered: true,
  expiryDate: '2027-11-23',
  timestamp: '2026-11-23T10:00:00.000Z',
  paidBy: 'cash',
  byPhone: false,
  tellHolder: true,
  reminders: 'on',
}
