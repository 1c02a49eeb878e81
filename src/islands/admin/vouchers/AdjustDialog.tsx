import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers'
import { formatPounds, parsePence } from '#contract/money'
import {
  AdjustmentSchema,
  adjustVoucherEndpoint,
  ADJUST_MAX,
  BALANCE_MAX,
  DESCRIPTION_MAX,
  NOTES_MAX,
} from '#contract/voucher-changes'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { pounds } from '../shared/format.ts'
import { changeVoucher } from './vouchers.store.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { RemainingBalance } from './RedeemForm.tsx'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

export function AdjustDialog({ voucher, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(AdjustmentSchema, { amount: '', description: '', adminNotes: '' }))
  const [keyFor] = useState(createIdempotencyKey)
  const newBalance = balanceAfter(voucher, form.values.value.amount)

  function adjust() {
    const input = form.values.value
    return changeVoucher(
      adjustVoucherEndpoint,
      voucher.id,
      { ...input, requestId: keyFor(input) },
      'Voucher balance adjusted successfully!',
      'Failed to adjust voucher',
    )
  }

  return (
    <FormDialog
      title="Adjust Balance"
      eyebrow={voucher.voucherCode}
      submitLabel="Adjust Balance"
      pendingLabel="Adjusting..."
      outcome={<RemainingBalance label="New balance" amount={newBalance} />}
      form={form}
      onSubmit={adjust}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          Balance: {pounds(voucher.currentBalance)}. To take money off, type a minus: <q>-20</q> takes off
          £20.
        </p>
        <Field
          label="Amount, £"
          // The decimal keyboard of a phone has no minus.
          inputMode="text"
          autoComplete="off"
          hint={`From ${formatPounds(-ADJUST_MAX)} to ${formatPounds(ADJUST_MAX)}`}
          {...form.field('amount', withPlainMinus)}
        />
        <Field
          label="Description"
          autoComplete="off"
          maxLength={DESCRIPTION_MAX}
          hint="Shown in the voucher’s history."
          {...form.field('description')}
        />
        <Field
          label="Notes"
          optional
          lines={3}
          maxLength={NOTES_MAX}
          hint="For yourself; no customer sees them."
          {...form.field('adminNotes')}
        />
      </div>
    </FormDialog>
  )
}

/** Replaces the U+2212 minus and dashes that phone keyboards insert. */
const withPlainMinus = (text: string) => text.replace(/^(\s*)[−–—]/, '$1-').replace(/^(\s*-?)\s*£/, '$1')

/** Returns the new balance, or undefined if the amount is invalid or out of range. */
function balanceAfter({ currentBalance }: AdminVoucher, amount: string): string | undefined {
  const pence = parsePence(amount)
  const before = parsePence(currentBalance)
  if (pence === undefined || before === undefined) return undefined
  const after = before + pence
  return after < 0 || after > BALANCE_MAX ? undefined : formatPounds(after)
}
