import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { GoodsSchema, RETURN_DAYS } from '#contract/purchases/cancellation.ts'
import { ACTION_LABELS, type CancellationAction } from '#islands/admin/cancellations/cancellation-labels.ts'
import { recordGoods, recordPaidBack } from '#islands/admin/cancellations/cancellations.store.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { pounds } from '#islands/admin/shared/format.ts'
import { createForm } from '#lib/form.ts'
import { serverNow } from '#lib/server-time.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface PartProps {
  id: string
  /** To be paid back. Missing while the payment is frozen. */
  amount: string | undefined
  /** Names the purchase. */
  eyebrow: string
  onClose: () => void
}

/** Asks before an action on a cancelled purchase. */
export function CancellationDialog({ action, ...props }: PartProps & { action: CancellationAction }) {
  switch (action) {
    case 'still_here':
      return <StillHere {...props} />
    case 'back':
      return <GoodsBack {...props} />
    case 'posted':
      return <Posted {...props} />
    case 'paid_back':
      return <PaidBack {...props} />
  }
}

const today = () => londonDay(serverNow())

function StillHere({ id, amount = '0.00', eyebrow, onClose }: PartProps) {
  return (
    <Confirm
      title={ACTION_LABELS.still_here}
      eyebrow={eyebrow}
      submitLabel={`Issue Refund ${pounds(amount)}`}
      pendingLabel="Refunding..."
      onSubmit={() => recordGoods(id, { what: 'back', on: today() })}
      onClose={onClose}
    >
      <p>
        <span translate="no">{pounds(amount)}</span>
        <span>
          {' '}
          will be returned the way it was paid, which takes 5 to 10 working days. The goods will go back on
          the shelf.
        </span>
      </p>
    </Confirm>
  )
}

function GoodsBack({ id, amount, eyebrow, onClose }: PartProps) {
  useSignals()
  const [form] = useState(() =>
    createForm(GoodsSchema, { what: 'back', on: today(), deduct: '0.00', reason: '' }),
  )
  const deducted = parsePence(form.values.value.deduct) ?? 0
  const refunded = (parsePence(amount ?? '') ?? 0) - deducted

  return (
    <FormDialog
      title={ACTION_LABELS.back}
      eyebrow={eyebrow}
      submitLabel={refunded > 0 ? `Issue Refund ${pounds(formatPounds(refunded))}` : 'Save'}
      pendingLabel="Saving..."
      variant="bad"
      cancelLabel="Cancel"
      form={form}
      onSubmit={() => recordGoods(id, { ...form.values.value, what: 'back' })}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          <span>
            {amount === undefined
              ? 'The payment is frozen, so the money will be returned when that ends.'
              : 'The money will be returned the way it was paid, which takes 5 to 10 working days.'}
          </span>
          <span>
            {' '}
            If the goods can be sold again, please go to “Products” afterwards and press “Restock”.
          </span>
        </p>
        <Field label="Back since" type="date" max={today()} {...form.field('on')} />
        <Field
          label="Keep back, £"
          inputMode="decimal"
          autoComplete="off"
          hint="Only for value that the goods have lost because they were used more than you could try them in a shop."
          {...form.field('deduct')}
          onChange={({ target }) => form.setValue('deduct', target.value, ['reason'])}
        />
        {deducted > 0 && (
          <Field
            label="Reason"
            lines={2}
            autoComplete="off"
            hint="The buyer will read this."
            {...form.field('reason')}
          />
        )}
      </div>
    </FormDialog>
  )
}

function Posted({ id, eyebrow, onClose }: PartProps) {
  useSignals()
  const [form] = useState(() =>
    createForm(GoodsSchema, { what: 'posted', on: today(), deduct: '0.00', reason: '' }),
  )
  return (
    <FormDialog
      title={ACTION_LABELS.posted}
      eyebrow={eyebrow}
      submitLabel="Save"
      pendingLabel="Saving..."
      form={form}
      onSubmit={() => recordGoods(id, { what: 'posted', on: form.values.value.on })}
      onClose={onClose}
    >
      <Field
        label="Proved on"
        type="date"
        max={today()}
        hint={`The day on which the buyer showed you that the goods are posted. You then have ${RETURN_DAYS} days to pay the buyer back, whether the goods have come or not.`}
        {...form.field('on')}
      />
    </FormDialog>
  )
}

function PaidBack({ id, amount = '0.00', eyebrow, onClose }: PartProps) {
  return (
    <Confirm
      title={ACTION_LABELS.paid_back}
      eyebrow={eyebrow}
      submitLabel={`Record ${pounds(amount)} Paid Back`}
      pendingLabel="Recording..."
      variant="primary"
      onSubmit={() => recordPaidBack(id)}
      onClose={onClose}
    >
      <p>
        <span>Please confirm once you have paid </span>
        <span translate="no">{pounds(amount)}</span>
        <span> back, such as in cash or by bank transfer. We only record it here.</span>
      </p>
    </Confirm>
  )
}
