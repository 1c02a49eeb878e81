import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { readPounds } from '#contract/base/money.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import {
  amountError,
  canPurchase,
  choice,
  chooseAmount,
  customAmount,
  refuseCustomAmount,
  replayAmount,
  typeCustomAmount,
} from '#islands/voucher/voucher-form.store.ts'
import { submitAmount } from '#islands/voucher/voucher.store.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { useHydrated, usePrerenderedForm } from '#ui/hydration.ts'
import { NumberInput } from '#ui/NumberInput.tsx'

/** @param props.treatments What the amounts pay for. */
export function AmountStep({ treatments }: { treatments: string | undefined }) {
  useSignals()
  const missing = useId()
  const wrong = useId()
  const ready = useHydrated()
  const prerendered = usePrerenderedForm('amount', replayAmount)
  return (
    <form
      {...prerendered}
      noValidate
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        if (!submitAmount()) focusFirstError(event.currentTarget)
      }}
    >
      <h3 id="choose-amount">Choose an amount</h3>
      <div className="amounts w-full" role="radiogroup" aria-labelledby="choose-amount">
        {clinic.vouchers.amounts.map((amount) => (
          <label key={amount} className="amounts-choice">
            <input
              type="radio"
              name="amount"
              value={amount}
              checked={choice.value === amount}
              onChange={() => chooseAmount(amount)}
            />
            <span translate="no">{`£${amount}`}</span>{' '}
            {clinic.vouchers.popular.includes(amount) && <small>Popular</small>}
          </label>
        ))}
        <CustomAmount errorId={wrong} />
      </div>
      {treatments && (
        <p className="text-small text-soft">
          <ExactText>{treatments}</ExactText>
        </p>
      )}
      {amountError.value !== undefined && (
        <p id={wrong} className="field-error">
          <ExactText>{amountError.value}</ExactText>
        </p>
      )}
      <div className="grid w-full gap-2">
        <Button
          type="submit"
          className="w-full"
          disabled={ready && !canPurchase.value}
          // A disabled one would ignore Enter after an amount is chosen.
          aria-disabled={!ready}
          aria-describedby={canPurchase.value ? undefined : missing}
        >
          Purchase Gift Voucher
        </Button>
        {!canPurchase.value && (
          <p id={missing} className="field-hint">
            {choice.value === 'custom'
              ? 'Please enter an amount to continue.'
              : 'Please choose an amount to continue.'}
          </p>
        )}
      </div>
      <p className="text-small text-soft">
        We can email the voucher to the recipient, either as soon as you have paid or on a day you choose. Or
        we can email it to you, for printing. You pay after the next step. If you would rather buy by phone,
        please ring us on <ClinicPhoneLink />.
      </p>
    </form>
  )
}

function CustomAmount({ errorId }: { errorId: string }) {
  useSignals()
  const id = useId()
  const error = amountError.value
  return (
    <div className="amounts-own" data-chosen={choice.value === 'custom' ? '' : undefined}>
      <label htmlFor={id}>Custom amount, £</label>
      <NumberInput
        id={id}
        name="custom"
        className="input tabular-nums"
        inputMode="decimal"
        min="0.01"
        max="500"
        step="0.01"
        placeholder="0.01-500"
        value={customAmount.value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        // Not on focus, which would change the choice of a keyboard user who tabs past.
        onClick={() => chooseAmount('custom')}
        onText={typeCustomAmount}
        read={readPounds}
        onUnreadable={refuseCustomAmount}
      />
    </div>
  )
}
