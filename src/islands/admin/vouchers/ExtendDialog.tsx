import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { ExtensionSchema, extendVoucherEndpoint } from '#contract/voucher-changes'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { longDate } from '../shared/format.ts'
import { changeVoucher } from './vouchers.store.ts'
import { type ActionResult, FormDialog } from '../../../ui/FormDialog.tsx'

interface Props {
  voucher: Pick<AdminVoucher, 'id' | 'expiryDate'>
  /** Names the voucher. */
  eyebrow: string
  onExtended?: () => Promise<void>
  onClose: () => void
}

const MESSAGES = { done: 'Expiry date changed.', failed: 'Failed to extend voucher' }

export function ExtendDialog({ voucher, eyebrow, onExtended, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(ExtensionSchema, { expiryDate: voucher.expiryDate }))

  async function extend(): Promise<ActionResult> {
    const { failure } = await changeVoucher(extendVoucherEndpoint, voucher.id, form.values.value, MESSAGES)
    if (!failure) await onExtended?.()
    return failure
  }

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
        hint={`The last day on which it can be used. Until now: ${longDate(voucher.expiryDate)}.`}
        {...form.field('expiryDate')}
      />
    </FormDialog>
  )
}
