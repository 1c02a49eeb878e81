import { type OrderDetail, RefundAmountSchema, RestockedSchema } from '#contract/admin-orders'
import { formatPounds, parsePence } from '#contract/money'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../shared/FormDialog.tsx'
import { pounds } from '../shared/format.ts'
import { nameRequests } from '../../../lib/idempotency-key.ts'
import { refund } from './order-changes.ts'
import { goods, left } from './order-labels.ts'

interface Props {
  order: OrderDetail
  onClose: () => void
}

const number = (text: string) => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN)

/** As it is typed, by the rules of the contract. */
const TypedSchema = v.object({
  amount: RefundAmountSchema,
  restock: v.pipe(v.string(), v.transform(number), RestockedSchema),
})

/** All of what is left, or part of it; and what comes back with it. */
export function RefundDialog({ order, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(TypedSchema, { amount: left(order), restock: '0' }))
  const [nameOf] = useState(nameRequests)
  const { amount, restock } = form.values.value
  const pence = parsePence(amount) ?? 0

  async function send(): Promise<string | undefined> {
    const checked = form.check()
    if (!checked) return ''
    const wanted = { amount, expectedAmount: amount, restock: checked.restock }
    const failure = await refund(order, { ...wanted, requestId: nameOf(wanted) })
    if (failure) form.showErrors(failure.fields)
    return failure?.sentence
  }

  return (
    <FormDialog
      title="Issue Refund"
      above={goods(order)}
      act={pence > 0 ? `Issue Refund ${pounds(formatPounds(pence))}` : 'Issue Refund'}
      acting="Refunding..."
      look="bad"
      keep="Keep the money"
      onSubmit={send}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          It goes back the way it was paid, which takes 5 to 10 working days.
          {order.email && ' The buyer is told by e-mail.'}
        </p>
        <Field
          label="Amount, £"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={form.errors.value.amount}
          hint={`${pounds(left(order))} of ${pounds(order.amount)} can be refunded.`}
          onChange={({ target }) => form.type('amount', target.value.replace(/^\s*£/, ''))}
        />
        {order.restockable > 0 && (
          <Field
            label="Back on the shelf"
            name="restock"
            inputMode="numeric"
            autoComplete="off"
            value={restock}
            error={form.errors.value.restock}
            hint={`How many can be sold again, up to ${order.restockable}.`}
            onChange={({ target }) => form.type('restock', target.value)}
          />
        )}
      </div>
    </FormDialog>
  )
}
