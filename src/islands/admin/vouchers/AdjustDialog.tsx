import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import {
  ADJUST_MAX,
  AdjustmentSchema,
  adjustVoucherEndpoint,
  BALANCE_MAX,
} from '#contract/vouchers/change-balance.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { RemainingBalance } from '#islands/admin/vouchers/RedeemForm.tsx'
import { changeVoucher, complimentaryQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

export function AdjustDialog({ voucher, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(AdjustmentSchema, { amount: '', description: '', adminNotes: '' }))
  const complimentaryValue = useQuery(complimentaryQuery).data
  const [isTakenOff, setTakenOff] = useState(false)
  const signed = (amount: string) => (isTakenOff ? `-${amount.trim()}` : amount)
  const newBalance = balanceAfter(voucher, signed(form.values.value.amount))

  /** A typed minus chooses “Take off”. */
  function withoutMinus(text: string): string {
    const match = MINUS.exec(text)
    if (match) setTakenOff(true)
    return text.slice(match?.[0].length)
  }

  function adjust() {
    const { amount, ...rest } = form.values.value
    const input = { ...rest, amount: signed(amount) }
    return sendOnce({ adjusted: voucher, ...input }, (requestId) =>
      changeVoucher(
        adjustVoucherEndpoint,
        voucher.id,
        { ...input, requestId },
        {
          done: 'Voucher balance adjusted successfully!',
          failed: 'We could not adjust the voucher. Please try again.',
          failedToast: 'Failed to adjust voucher',
        },
      ),
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
          Balance: <span translate="no">{pounds(voucher.currentBalance)}</span>
        </p>
        <fieldset className="flex gap-6">
          <legend className="sr-only">What to do</legend>
          {[false, true].map((takesOff) => (
            <label key={String(takesOff)} className="check">
              <input
                type="radio"
                name="direction"
                checked={isTakenOff === takesOff}
                onChange={() => setTakenOff(takesOff)}
              />
              <span>{takesOff ? 'Take off' : 'Add'}</span>
            </label>
          ))}
        </fieldset>
        <Field
          label="Amount, £"
          inputMode="decimal"
          autoComplete="off"
          hint={isTakenOff || !complimentaryValue ? HINT : `${HINT}. ${complimentaryValue}`}
          {...form.field('amount', withoutMinus)}
        />
        <Field
          label="Description"
          autoComplete="off"
          hint="Shown in the voucher’s history."
          {...form.field('description')}
        />
        <Field
          label="Notes"
          optional
          lines={3}
          hint="Only owners can see these. The customer cannot."
          {...form.field('adminNotes')}
        />
      </div>
    </FormDialog>
  )
}

const HINT = `Up to ${formatPounds(ADJUST_MAX)}`

/** A minus, or one of the dashes that phone keyboards insert. */
const MINUS = /^\s*[-−–—]/

/** Returns the new balance, or undefined if the amount is invalid or out of range. */
function balanceAfter({ currentBalance }: AdminVoucher, amount: string): string | undefined {
  const pence = parsePence(amount)
  const before = parsePence(currentBalance)
  if (pence === undefined || before === undefined) return undefined
  const after = before + pence
  return after < 0 || after > BALANCE_MAX ? undefined : formatPounds(after)
}
