import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { ExtensionSchema, extendVoucherEndpoint } from '#contract/voucher-changes'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { longDay } from '../shared/format.ts'
import { change } from './change.ts'
import { FormDialog } from '../shared/FormDialog.tsx'

interface Props {
  voucher: Pick<AdminVoucher, 'id' | 'expiryDate'>
  /** Which voucher it is. */
  above: string
  onExtended?: () => Promise<void>
  onClose: () => void
}

const SAID = { done: 'Expiry date changed.', failed: 'Failed to extend voucher' }

export function ExtendDialog({ voucher, above, onExtended, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(ExtensionSchema, { expiryDate: voucher.expiryDate }))

  async function extend(): Promise<string | undefined> {
    const checked = form.check()
    if (!checked) return ''
    const { failure } = await change(extendVoucherEndpoint, voucher.id, checked, SAID)
    if (failure) form.showErrors(failure.fields)
    else await onExtended?.()
    return failure?.sentence
  }

  return (
    <FormDialog
      title="Extend"
      above={above}
      act="Extend Voucher"
      acting="Extending..."
      onSubmit={extend}
      onClose={onClose}
    >
      <Field
        label="Expiry date"
        type="date"
        name="expiryDate"
        value={form.values.value.expiryDate}
        error={form.errors.value.expiryDate}
        hint={`The last day on which it can be used. Until now: ${longDay(voucher.expiryDate)}.`}
        onChange={(event) => form.type('expiryDate', event.target.value)}
      />
    </FormDialog>
  )
}
