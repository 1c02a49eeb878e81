import { useSignals } from '@preact/signals-react/runtime'
import { AdjustDialog } from './AdjustDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { GenerateDialog } from './GenerateDialog.tsx'
import { closeDialog, openDialog } from './open-dialog.ts'
import { VoucherRefundConfirm } from './VoucherRefundConfirm.tsx'
import { ResendVoucherDialog } from './ResendVoucher.tsx'
import { UndoConfirm } from './UndoConfirm.tsx'

/** Whichever dialog is open: list and detail open the same ones. */
export function VoucherDialogs() {
  useSignals()
  const open = openDialog.value
  switch (open?.name) {
    case 'generate':
      return <GenerateDialog onClose={closeDialog} />
    case 'adjust':
      return <AdjustDialog voucher={open.voucher} onClose={closeDialog} />
    case 'refund':
      return <VoucherRefundConfirm voucher={open.voucher} onClose={closeDialog} />
    case 'resend':
      return <ResendVoucherDialog voucher={open.voucher} onClose={closeDialog} />
    case 'extend':
      return <ExtendDialog voucher={open.voucher} eyebrow={open.voucher.voucherCode} onClose={closeDialog} />
    case 'undo':
      return <UndoConfirm voucher={open.voucher} entry={open.entry} onClose={closeDialog} />
    case undefined:
      return null
  }
}
