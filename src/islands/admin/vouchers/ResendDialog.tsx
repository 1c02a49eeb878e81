import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { ResendSchema, resendVoucher } from '#contract/voucher-changes'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { change } from './change.ts'
import { FormDialog } from '../parts/FormDialog.tsx'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

const SAID = { done: 'The voucher is on its way again.', failed: 'Failed to send the voucher' }

export function ResendDialog({ voucher, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(ResendSchema, { recipientEmail: voucher.recipientEmail }))

  async function send(): Promise<string | undefined> {
    const checked = form.check()
    if (!checked) return ''
    const corrected = checked.recipientEmail !== voucher.recipientEmail
    const { failure } = await change(resendVoucher, voucher.id, corrected ? checked : {}, SAID)
    if (failure) form.showErrors(failure.fields)
    return failure?.sentence
  }

  return (
    <FormDialog
      title="Send again"
      above={voucher.voucherCode}
      act="Send Voucher"
      acting="Sending..."
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label="E-mail"
        type="email"
        name="recipientEmail"
        autoComplete="off"
        value={form.values.value.recipientEmail}
        error={form.errors.value.recipientEmail}
        hint="Correct it here if it was mistyped; it is then kept with the voucher."
        onChange={(event) => form.type('recipientEmail', event.target.value)}
      />
    </FormDialog>
  )
}
