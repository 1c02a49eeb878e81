import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { AMOUNT_FORM, formatPounds, readPounds } from '#contract/base/money.ts'
import { sendDays } from '#contract/base/send-date.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import { characterCount } from '#contract/base/text.ts'
import { GENERATE_MIN, STAFF_SALE_MAX } from '#contract/vouchers/generate-voucher.ts'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX } from '#contract/vouchers/voucher-limits.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import {
  createGenerateForm,
  generateVoucher,
  givings,
  isByPhone,
  listedVouchers,
} from '#islands/admin/vouchers/generate-voucher.store.ts'
import { complimentaryQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { Field, FieldFrame } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'

export function GenerateDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const [form] = useState(createGenerateForm)
  const [listed] = useState(listedVouchers)
  const complimentaryValue = useQuery({ ...complimentaryQuery, enabled: isOwner.value }).data
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const { given, paidBy, byPhone, personalMessage } = form.values.value
  const needsReceipt = isByPhone({ byPhone, paidBy })

  return (
    <FormDialog
      title="Generate Voucher"
      submitLabel="Generate Voucher"
      pendingLabel="Generating..."
      form={form}
      onSubmit={() => generateVoucher(form.values.value, listed)}
      onClose={onClose}
    >
      <div ref={fields} className="fields">
        <AmountField form={form} />
        <Select
          label="How was it paid?"
          hint={paidBy === 'complimentary' ? complimentaryValue : undefined}
          {...form.field('paidBy')}
          onChange={({ target }) => form.setValue('paidBy', target.value, ['buyerEmail'])}
        >
          <option value="">Please choose</option>
          <option value="cash">Cash</option>
          <option value="card">Card at the clinic</option>
          {isOwner.value && <option value="complimentary">Free (from the clinic)</option>}
        </Select>
        {(paidBy === 'cash' || paidBy === 'card') && (
          <label className="check fields-full">
            <input
              type="checkbox"
              checked={byPhone === 'yes'}
              onChange={({ target }) => form.setValue('byPhone', target.checked ? 'yes' : '', ['buyerEmail'])}
            />
            <span>Sold by telephone</span>
            <span className="field-hint">
              The buyer may then cancel within 14 days. The receipt, by email, explains this right.
            </span>
          </label>
        )}
        <GivingChoice
          chosen={given}
          onChoose={(way) => form.setValue('given', way, ['sendOn', 'recipientEmail'])}
        />
        <Field label="Recipient name" autoComplete="off" {...form.field('recipientName')} />
        {given !== 'print' && (
          <EmailField
            label="Recipient email"
            autoComplete="off"
            hint={
              given === 'now'
                ? 'We will email the voucher to this address straight away.'
                : 'We will email the voucher to this address on the day you choose.'
            }
            {...form.field('recipientEmail')}
          />
        )}
        {given === 'day' && (
          <Field label="Day" type="date" {...sendDays(sendBounds())} {...form.field('sendOn')} />
        )}
        <Field label="Buyer name" optional autoComplete="off" {...form.field('buyerName')} />
        <EmailField
          label="Buyer email"
          optional={!needsReceipt}
          autoComplete="off"
          hint={describeReceipt(paidBy, needsReceipt)}
          {...form.field('buyerEmail')}
        />
        <Field
          label="Personal message"
          optional
          autoComplete="off"
          lines={3}
          className="fields-full"
          hint={characterCount(personalMessage, VOUCHER_MESSAGE_MAX)}
          {...form.field('personalMessage')}
        />
        <Field
          label="Your own code"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="fields-full"
          hint="Leave this empty and we will create a secure code. Your own code needs 8 to 32 letters and digits."
          {...form.field('customVoucherCode')}
        />
      </div>
    </FormDialog>
  )
}

function describeReceipt(paidBy: string, explainsRight: boolean): string | undefined {
  if (paidBy === 'complimentary') return undefined
  return explainsRight
    ? 'We will email the receipt here, with the right to cancel.'
    : 'We will email the receipt here. You can also print it once the voucher is ready.'
}

function AmountField({ form }: { form: ReturnType<typeof createGenerateForm> }) {
  useSignals()
  const name = 'originalAmount'
  const { value, error } = form.field(name)
  const max = isOwner.value ? VOUCHER_MAX : STAFF_SALE_MAX
  const hint = `From ${formatPounds(GENERATE_MIN)} to ${formatPounds(max)}`
  return (
    <FieldFrame label="Amount, £" hint={hint} error={error}>
      {(frame) => (
        <NumberInput
          {...frame}
          name={name}
          inputMode="decimal"
          min={GENERATE_MIN / 100}
          max={max / 100}
          step={0.01}
          autoComplete="off"
          value={value}
          onText={(text) => form.setValue(name, text)}
          read={readPounds}
          onUnreadable={() => {
            form.setValue(name, '')
            form.showErrors({ ...form.errors.value, [name]: AMOUNT_FORM })
          }}
        />
      )}
    </FieldFrame>
  )
}

const GIVINGS: Record<(typeof givings)[number], { label: string; hint: string }> = {
  print: { label: 'Print now', hint: 'On paper, to hand over. It needs no email address.' },
  now: { label: 'Email now', hint: 'To the recipient, straight away.' },
  day: { label: 'Email on a day', hint: `To the recipient, at ${SEND_HOUR}:00 on that day.` },
}

function GivingChoice({ chosen, onChoose }: { chosen: string; onChoose: (way: string) => void }) {
  const id = useId()
  return (
    <fieldset className="fields-full">
      <legend className="field-label mb-1.5">How is it given?</legend>
      <div className="choices">
        {givings.map((one) => (
          <label key={one} className="check">
            <input
              type="radio"
              name="given"
              value={one}
              checked={chosen === one}
              aria-labelledby={`${id}-${one}`}
              aria-describedby={`${id}-${one}-hint`}
              onChange={() => onChoose(one)}
            />
            <span id={`${id}-${one}`}>{GIVINGS[one].label}</span>
            <span id={`${id}-${one}-hint`} className="field-hint">
              {GIVINGS[one].hint}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
