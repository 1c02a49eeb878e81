import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { safeParse } from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import { ChosenDaySchema, sendDays } from '#contract/base/send-date.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import { characterCount } from '#contract/base/text.ts'
import { VOUCHER_MESSAGE_MAX } from '#contract/vouchers/voucher-limits.ts'
import { ByPhone } from '#islands/checkout/ByPhone.tsx'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { LastError } from '#islands/checkout/LastError.tsx'
import { PrivacyNote } from '#islands/checkout/PrivacyNote.tsx'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { printedDay, sendTime } from '#islands/checkout/voucher-facts.ts'
import {
  arrivals,
  cardAmount,
  chooseArrival,
  form,
  type Arrival,
  type FieldName,
} from '#islands/voucher/voucher-form.store.ts'
import { changeAmount, isSubmitting, isUnavailable, submitDetails } from '#islands/voucher/voucher.store.ts'
import { isServerTimeKnown } from '#lib/server-time.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

export function DetailsStep() {
  useSignals()
  const { arrival, personalMessage, sendOn } = form.values.value
  const field = (name: FieldName) => ({
    ...form.field(name),
    // Read-only while the request is pending.
    readOnly: isSubmitting.value,
  })
  return (
    <form
      noValidate
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void submitDetails().then((started) => started || focusFirstError(element))
      }}
    >
      <div className="flex w-full flex-wrap items-baseline justify-between gap-4">
        <h3>Your details</h3>
        <p className="tabular-nums" translate="no">
          {cardAmount.value}
        </p>
      </div>
      <fieldset className="field-group">
        <legend>From</legend>
        <Field label="Your name" autoComplete="name" {...field('buyerName')} />
        <EmailField label="Your email" autoComplete="email" {...field('buyerEmail')} />
      </fieldset>
      <fieldset className="field-group">
        <legend>To</legend>
        <Field label="Recipient's name" autoComplete="off" {...field('recipientName')} />
        <ArrivalChoice />
        {arrival === 'day' && (
          <Field
            label="Day to send it"
            type="date"
            {...(isServerTimeKnown() && sendDays(sendBounds()))}
            {...field('sendOn')}
          />
        )}
        {arrival !== 'buyer' && (
          <EmailField
            label="Recipient's email"
            autoComplete="off"
            hint={sendSentence(arrival, sendOn)}
            {...field('recipientEmail')}
          />
        )}
        <Field
          label="Personal message"
          optional
          lines={4}
          hint={characterCount(personalMessage, VOUCHER_MESSAGE_MAX)}
          {...field('personalMessage')}
        />
      </fieldset>
      <p className="text-small text-soft">
        {isServerTimeKnown() ? (
          <>
            If you pay today, the voucher will be valid until <span>{printedDay(sendBounds().lastDay)}</span>,
            which is {clinic.vouchers.validMonths} months from purchase.
          </>
        ) : (
          <span>{`The voucher will be valid for ${clinic.vouchers.validMonths} months from purchase.`}</span>
        )}
      </p>
      {isUnavailable.value && (
        <ByPhone to="buy a gift voucher">Card payments are not available here at the moment.</ByPhone>
      )}
      <LastError />
      <div className="flex w-full flex-wrap gap-3">
        <Button
          type="submit"
          className="min-w-56"
          pendingLabel={isSubmitting.value ? 'Processing...' : undefined}
        >
          Continue to Payment
        </Button>
        <Button variant="quiet" onClick={changeAmount}>
          Change Amount
        </Button>
      </div>
      <PrivacyNote />
    </form>
  )
}

const ARRIVALS: Record<Arrival, { label: string; hint: string }> = {
  now: {
    label: 'To the recipient by email, straight away',
    hint: 'We will send it as soon as you have paid.',
  },
  day: {
    label: 'To the recipient by email, on a day you choose',
    hint: `We will send it at ${SEND_HOUR}:00 on that day.`,
  },
  buyer: {
    label: 'To me, for printing',
    hint: 'We will email it only to you, as soon as you have paid. You can print the voucher or forward the email. Your receipt comes in a separate email.',
  },
}

function ArrivalChoice() {
  useSignals()
  const id = useId()
  const chosen = form.values.value.arrival
  return (
    <fieldset>
      <legend className="field-label mb-1.5">How should the voucher arrive?</legend>
      <div className="choices">
        {arrivals.map((one) => (
          <label key={one} className="check">
            <input
              type="radio"
              name="arrival"
              value={one}
              checked={chosen === one}
              disabled={isSubmitting.value && chosen !== one}
              aria-labelledby={`${id}-${one}`}
              aria-describedby={`${id}-${one}-hint`}
              onChange={() => chooseArrival(one)}
            />
            <span id={`${id}-${one}`}>{ARRIVALS[one].label}</span>
            <span id={`${id}-${one}-hint`} className="field-hint">
              {ARRIVALS[one].hint}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function sendSentence(arrival: string, day: string): string {
  if (arrival === 'now') return 'We will send the voucher to this address as soon as you have paid.'
  return safeParse(ChosenDaySchema, day).success
    ? `We will send the voucher to this address on ${sendTime(day)}. You will get your receipt as soon as you have paid.`
    : `We will send the voucher to this address at ${SEND_HOUR}:00 on the day you choose.`
}
