import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPounds } from '#contract/money.ts'
import { NAME_MAX } from '#contract/text.ts'
import {
  GENERATE_MIN,
  generateVoucherEndpoint,
  GenerationSchema,
  type deskPayments,
} from '#contract/voucher-changes.ts'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX } from '#contract/vouchers.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { goTo } from '#islands/admin/router.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { complimentaryQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select } from '#ui/Select.tsx'

const BLANK = {
  originalAmount: '',
  recipientName: '',
  recipientEmail: '',
  // No default: a cash sale must not be recorded as a gift by oversight.
  paidBy: '',
  buyerName: '',
  buyerEmail: '',
  personalMessage: '',
  customVoucherCode: '',
}

export function GenerateDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(GenerationSchema, BLANK))
  const [keyFor] = useState(createIdempotencyKey)
  const complimentaryValue = useQuery(complimentaryQuery).data

  function generate() {
    const input = form.values.value
    const paidBy = input.paidBy as (typeof deskPayments)[number]
    const body = { ...input, paidBy, requestId: keyFor(input) }
    return runAction(() => adminCall(generateVoucherEndpoint, body), {
      done({ voucher }) {
        goTo('vouchers', voucher.id)
        return {
          title: 'Voucher Generated',
          description: 'Gift voucher has been created and emailed to the recipient.',
        }
      },
      failed: 'Failed to generate voucher',
      failedToast: (message) => message,
    })
  }

  return (
    <FormDialog
      title="Generate Voucher"
      submitLabel="Generate Voucher"
      pendingLabel="Generating..."
      form={form}
      onSubmit={generate}
      onClose={onClose}
    >
      <div className="fields">
        <Field
          label="Amount, £"
          type="number"
          inputMode="decimal"
          min={GENERATE_MIN / 100}
          max={VOUCHER_MAX / 100}
          step={0.01}
          autoComplete="off"
          hint={`From ${formatPounds(GENERATE_MIN)} to ${formatPounds(VOUCHER_MAX)}`}
          {...form.field('originalAmount')}
        />
        <Select
          label="How was it paid?"
          hint={form.values.value.paidBy === 'complimentary' ? complimentaryValue : undefined}
          {...form.field('paidBy')}
        >
          <option value="">Please choose</option>
          <option value="cash">Cash</option>
          <option value="card">Card at the clinic</option>
          <option value="complimentary">Free (from the clinic)</option>
        </Select>
        <Field
          label="Recipient name"
          autoComplete="off"
          maxLength={NAME_MAX}
          {...form.field('recipientName')}
        />
        <EmailField
          label="Recipient email"
          autoComplete="off"
          hint="We will email the voucher to this address straight away."
          {...form.field('recipientEmail')}
        />
        <Field
          label="Buyer name"
          optional
          autoComplete="off"
          maxLength={NAME_MAX}
          {...form.field('buyerName')}
        />
        <EmailField label="Buyer email" optional autoComplete="off" {...form.field('buyerEmail')} />
        <Field
          label="Personal message"
          optional
          autoComplete="off"
          lines={3}
          maxLength={VOUCHER_MESSAGE_MAX}
          className="fields-full"
          hint={`${form.values.value.personalMessage.length} of ${VOUCHER_MESSAGE_MAX} characters`}
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
