import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, useState } from 'react'
import { formatPounds } from '#contract/money'
import { NAME_MAX } from '#contract/text'
import {
  type deskPayments,
  GENERATE_MIN,
  GenerationSchema,
  generateVoucherEndpoint,
} from '#contract/voucher-changes'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX } from '#contract/vouchers'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { showToast } from '../../../ui/toast.ts'
import { goTo } from '../router.ts'
import { adminCall } from '../admin-api.ts'
import { toFailure } from '../shared/error-message.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'
import { FormDialog } from '../shared/FormDialog.tsx'
import { list, loadFigures } from './vouchers.store.ts'

const BLANK = {
  originalAmount: '',
  recipientName: '',
  recipientEmail: '',
  paidBy: 'complimentary',
  buyerName: '',
  buyerEmail: '',
  personalMessage: '',
  customVoucherCode: '',
}
type Name = keyof typeof BLANK

export function GenerateDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(GenerationSchema, BLANK))
  const [keyFor] = useState(createIdempotencyKey)

  async function generate(): Promise<string | undefined> {
    if (!form.validate()) return ''
    const input = form.values.value
    const paidBy = input.paidBy as (typeof deskPayments)[number]
    try {
      const { voucher } = await adminCall(generateVoucherEndpoint, {
        ...input,
        paidBy,
        requestId: keyFor(input),
      })
      showToast({
        title: 'Voucher Generated',
        description: 'Gift voucher has been created and emailed to the recipient.',
      })
      void list.refresh()
      void loadFigures()
      goTo('vouchers', voucher.id)
      return undefined
    } catch (error) {
      const { message, fields } = toFailure(error, 'Failed to generate voucher')
      showToast({ title: 'Error', description: message, variant: 'destructive' })
      form.showErrors(fields)
      return message
    }
  }

  const field = (name: Name, props: Omit<ComponentProps<typeof Field>, 'name'>) => (
    <Field
      autoComplete="off"
      {...props}
      name={name}
      value={form.values.value[name]}
      error={form.errors.value[name]}
      onChange={(event) => form.setValue(name, event.target.value)}
    />
  )

  return (
    <FormDialog
      title="Generate Voucher"
      submitLabel="Generate Voucher"
      pendingLabel="Generating..."
      onSubmit={generate}
      onClose={onClose}
    >
      <div className="fields">
        {field('originalAmount', {
          label: 'Amount, £',
          inputMode: 'decimal',
          hint: `From ${formatPounds(GENERATE_MIN)} to ${formatPounds(VOUCHER_MAX)}`,
        })}
        <Select
          label="Paid by"
          name="paidBy"
          value={form.values.value.paidBy}
          error={form.errors.value.paidBy}
          onChange={(event) => form.setValue('paidBy', event.target.value)}
        >
          <option value="complimentary">Free (from the clinic)</option>
          <option value="cash">Cash</option>
          <option value="card">Card</option>
        </Select>
        {field('recipientName', { label: 'Recipient name', maxLength: NAME_MAX })}
        {field('recipientEmail', {
          label: 'Recipient email',
          type: 'email',
          hint: 'We email the voucher here straight away.',
        })}
        {field('buyerName', { label: 'Buyer name', optional: true, maxLength: NAME_MAX })}
        {field('buyerEmail', { label: 'Buyer email', type: 'email', optional: true })}
        {field('personalMessage', {
          label: 'Personal message',
          optional: true,
          lines: 3,
          maxLength: VOUCHER_MESSAGE_MAX,
          className: 'fields-full',
          hint: `${form.values.value.personalMessage.length} of ${VOUCHER_MESSAGE_MAX} characters`,
        })}
        {field('customVoucherCode', {
          label: 'Your own code',
          optional: true,
          className: 'fields-full',
          autoCapitalize: 'characters',
          spellCheck: false,
          hint: 'Leave empty and we’ll create a secure one. Yours has 6 to 32 letters and digits.',
        })}
      </div>
    </FormDialog>
  )
}
