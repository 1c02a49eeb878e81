import { VOUCHER_MESSAGE_MAX } from '#contract/vouchers'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusFirstError } from '../../ui/focus.ts'
import { ByPhone } from '../checkout/ByPhone.tsx'
import { EmailField } from '../checkout/EmailField.tsx'
import { LastError } from '../checkout/LastError.tsx'
import { cardAmount, type DetailName, details, errors, typeDetail } from './voucher-form.store.ts'
import { isSubmitting, changeAmount, isUnavailable, submitDetails } from './voucher.store.ts'

export function DetailsStep() {
  useSignals()
  const bind = (name: DetailName) => ({
    name,
    value: details.value[name],
    error: errors.value[name],
    // Read-only while the request is pending.
    readOnly: isSubmitting.value,
    onChange: (event: { target: { value: string } }) => typeDetail(name, event.target.value),
  })
  const length = details.value.personalMessage.length
  return (
    <form
      noValidate
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        void submitDetails().then((started) => started || focusFirstError(form))
      }}
    >
      <div className="flex w-full flex-wrap items-baseline justify-between gap-4">
        <h3>Your details</h3>
        <p className="tabular-nums">{cardAmount.value}</p>
      </div>
      <div className="fields w-full">
        <Field label="Your name" autoComplete="name" {...bind('buyerName')} />
        <EmailField label="Your email" autoComplete="email" {...bind('buyerEmail')} />
        <Field label="Recipient's name" autoComplete="off" {...bind('recipientName')} />
        <EmailField
          label="Recipient's email"
          autoComplete="off"
          hint="We send the voucher here as soon as you have paid. Giving it in person? Enter your own email and print it."
          {...bind('recipientEmail')}
        />
        <Field
          label="Personal message"
          optional
          lines={4}
          className="fields-full"
          hint={`${length.toLocaleString('en-GB')} of ${VOUCHER_MESSAGE_MAX.toLocaleString('en-GB')} characters`}
          {...bind('personalMessage')}
        />
      </div>
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
    </form>
  )
}
