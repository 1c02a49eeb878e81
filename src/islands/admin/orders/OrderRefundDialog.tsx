import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { RefundAmountSchema, RestockedSchema, type OrderDetail } from '#contract/orders/admin-orders.ts'
import { parseCount } from '#contract/products/quantity.ts'
import { refundOrder } from '#islands/admin/orders/order-changes.ts'
import { quantityAndProduct } from '#islands/admin/orders/order-labels.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog, type ActionResult } from '#ui/FormDialog.tsx'

interface Props {
  order: OrderDetail
  onClose: () => void
}

/** The form's text, validated by the contract. */
const FormSchema = v.object({
  amount: RefundAmountSchema,
  restock: v.pipe(v.string(), v.transform(parseCount), RestockedSchema),
})

/** Refunds all or part of the order, and restocks returned goods. */
export function OrderRefundDialog({ order, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { amount: order.refundable, restock: '0' }))
  /** Stays as it was while a request may have gone through; another amount is shown for confirmation. */
  const [seen, setSeen] = useState<OrderDetail | undefined>(order)
  const shown = seen ?? order
  const { amount } = form.values.value
  const pence = parsePence(amount) ?? 0

  async function refund(typed: { restock: number }): Promise<ActionResult> {
    setSeen(shown)
    // A field that is gone may still hold a number.
    const input = { amount, restock: shown.restockable > 0 ? typed.restock : 0 }
    const failure = await sendOnce({ refunded: shown, ...input }, (requestId) =>
      refundOrder(order, { ...input, refundable: shown.refundable, requestId }),
    )
    if (failure?.code === 'changed_meanwhile') setSeen(undefined)
    return failure
  }

  return (
    <FormDialog
      title="Issue Refund"
      eyebrow={quantityAndProduct(order)}
      submitLabel={pence > 0 ? `Issue Refund ${pounds(formatPounds(pence))}` : 'Issue Refund'}
      pendingLabel="Refunding..."
      variant="bad"
      cancelLabel="Keep the money"
      form={form}
      onSubmit={refund}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          The money will be returned the way it was paid, which takes 5 to 10 working days.
          {order.email && <span> We will let the buyer know by email.</span>}
        </p>
        <Field
          label="Amount, £"
          inputMode="decimal"
          autoComplete="off"
          hint={`${pounds(shown.refundable)} of ${pounds(shown.amount)} can be refunded.`}
          {...form.field('amount')}
        />
        {shown.restockable > 0 && (
          <Field
            label="Back on the shelf"
            inputMode="numeric"
            autoComplete="off"
            hint={`How many you can sell again, up to ${shown.restockable}.`}
            {...form.field('restock')}
          />
        )}
      </div>
    </FormDialog>
  )
}
