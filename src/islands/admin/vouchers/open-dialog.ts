import { signal } from '@preact/signals-react'
import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers'

export type VoucherDialog =
  | { name: 'generate' }
  | { name: 'adjust' | 'refund' | 'resend' | 'extend'; voucher: AdminVoucher }
  | { name: 'undo'; voucher: AdminVoucher; entry: VoucherEntry }

/** The one dialog that is open, if any. */
export const openDialog = signal<VoucherDialog | undefined>(undefined)

export const closeDialog = (): void => void (openDialog.value = undefined)
