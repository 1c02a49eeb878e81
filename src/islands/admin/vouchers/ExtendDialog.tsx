import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { extendVoucherEndpoint, ExtensionSchema } from '#contract/vouchers/voucher-changes.ts'
import { longDate } from '#islands/admin/shared/format.ts'
import { changeVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  voucher: Pick<AdminVoucher, 'id' | 'expiryDate'>
  /** Names the voucher. */
  eyebrow: string
  onClose: () => void
}

export function ExtendDialog({ voucher, eyebrow, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(ExtensionSchema, { expiryDate: voucher.expiryDate }))

  const extend = (extension: { expiryDate: string }) =>
    changeVoucher(extendVoucherEndpoint, voucher.id, extension, {
      done: 'Expiry date changed.',
      failed: 'We could not extend the voucher. Please try again.',
    })

  return (
    <FormDialog
      title="Extend"
      eyebrow={eyebrow}
      submitLabel="Extend Voucher"
      pendingLabel="Extending..."
      form={form}
      onSubmit={extend}
      onClose={onClose}
    >
      <Field
        label="Expiry date"
        type="date"
        hint={`The last day on which the voucher can be used. At the moment, this is ${longDate(voucher.expiryDate)}. A holder who gets reminders is told the new day by email.`}
        {...form.field('expiryDate')}
      />
    </FormDialog>
  )
}
