import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { longPounds, parsePence, shortPounds } from '#contract/base/money.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import {
  balanceAfter,
  errorMessage,
  form,
  isRedeeming,
  missingPence,
  redeem,
  tellHolder,
} from '#islands/admin/vouchers/redeem.store.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

/** Buttons for common prices of treatments. */
const PRESET_PENCE = [2500, 5000, 7500]

/** The amount to redeem, with the balance after it beside the button. */
export function RedeemForm({ voucher }: { voucher: AdminVoucher }) {
  useSignals()
  const element = useRef<HTMLFormElement>(null)
  const { amount } = form.values.value
  const balance = parsePence(voucher.currentBalance) ?? 0
  const left = balanceAfter(voucher)
  const missing = missingPence(voucher)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])

  function redeemRest() {
    form.setValue('amount', voucher.currentBalance)
    void send()
  }

  async function send() {
    if (!(await redeem(voucher)) && element.current) focusFirstError(element.current)
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Amount to use, £"
        className="[&>input]:min-h-16 [&>input]:font-serif [&>input]:text-[1.75rem] [&>input]:tabular-nums"
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2.5 *:px-2"
        role="group"
        aria-label="Amounts"
      >
        {PRESET_PENCE.map((pence) => (
          <Button
            key={pence}
            variant="quiet"
            className="button-compact"
            disabled={pence > balance}
            onClick={() => form.setValue('amount', String(pence / 100))}
          >
            {shortPounds(pence)}
          </Button>
        ))}
        <Button
          variant="quiet"
          className="button-compact"
          onClick={() => form.setValue('amount', voucher.currentBalance)}
        >
          All
        </Button>
      </div>
      <Field label="Note" optional autoComplete="off" {...form.field('description')} />
      {voucher.recipientEmail && (
        <label className="check">
          <input
            type="checkbox"
            checked={tellHolder.value ?? voucher.tellHolder}
            onChange={({ target }) => (tellHolder.value = target.checked)}
          />
          <span>Email the holder</span>
          <span className="field-hint wrap-anywhere">
            <ExactText>{`We will email ${voucher.recipientEmail} within about an hour to say what was used and what is left, unless our last email there came back or has not left yet. We will remember your choice for this voucher.`}</ExactText>
          </span>
        </label>
      )}
      <p role="alert" className="empty:hidden">
        {errorMessage.value && (
          <span className="message message-bad block">
            <ExactText>{errorMessage.value}</ExactText>
          </span>
        )}
      </p>
      <div className="foot-bar">
        <RemainingBalance label="Balance after this" amount={missing > 0 ? '0.00' : left} />
        {missing > 0 ? (
          // Enter does not press it: what was typed may be a mistake.
          <Button pendingLabel={isRedeeming.value ? 'Redeeming...' : undefined} onClick={redeemRest}>
            <span>
              <ExactText>{`Use ${pounds(voucher.currentBalance)}, ${longPounds(missing)} to pay`}</ExactText>
            </span>
          </Button>
        ) : (
          <Button type="submit" pendingLabel={isRedeeming.value ? 'Redeeming...' : undefined}>
            {left === undefined ? 'Redeem' : `Redeem ${formatAmount(amount)}`}
          </Button>
        )}
      </div>
    </form>
  )
}

const formatAmount = (amount: string) => {
  const pence = parsePence(amount)
  return pence === undefined ? '' : pounds((pence / 100).toFixed(2))
}

interface Props {
  label: string
  /** Undefined if the typed amount is invalid. */
  amount: string | undefined
}

/** The balance after the change, shown beside the submit button. */
export function RemainingBalance({ label, amount }: Props) {
  return (
    <p className="min-w-0" aria-live="polite">
      <span className="block text-small text-soft">{label}</span>
      <span className="dialog-total" translate="no">
        {amount === undefined ? '–' : pounds(amount)}
      </span>
    </p>
  )
}
