import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { ExtensionSchema, extendVoucherEndpoint } from '#contract/voucher-changes'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { longDate } from '../shared/format.ts'
import { changeVoucher } from './vouchers.store.ts'
import { FormDialog } from '../shared/FormDialog.tsx'

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

  async function extend(): Promise<string | undefined> {
    const checked = form.validate()
    if (!checked) return ''
    const { failure } = await changeVoucher(extendVoucherEndpoint, voucher.id, checked, MESSAGES)
    if (failure) form.showErrors(failure.fields)
    else await onExtended?.()
    return failure?.message
  }

  return (
    <FormDialog
      title="Extend"
      eyebrow={eyebrow}
      submitLabel="Extend Voucher"
      pendingLabel="Extending..."
      onSubmit={extend}
      onClose={onClose}
    >
      <Field
        label="Expiry date"
        type="date"
        name="expiryDate"
        value={form.values.value.expiryDate}
        error={form.errors.value.expiryDate}
        hint={`The last day on which it can be used. Until now: ${longDate(voucher.expiryDate)}.`}
        onChange={(event) => form.setValue('expiryDate', event.target.value)}
      />
    </FormDialog>
  )
}
