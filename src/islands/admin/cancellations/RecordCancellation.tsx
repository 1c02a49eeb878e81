import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { londonDay } from '#contract/base/send-date.ts'
import { CANCEL_DAYS, RecordedNoticeSchema } from '#contract/purchases/cancellation.ts'
import { recordCancellation } from '#islands/admin/cancellations/cancellations.store.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { createForm } from '#lib/form.ts'
import { serverNow } from '#lib/server-time.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  /** Of the voucher or order. */
  id: string
  /** Names it. */
  eyebrow: string
  /** Says what will happen. */
  effect: string
  cancelLabel: string
}

/** The button that records a buyer's notice, with its dialog. */
export function RecordCancellation(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <OwnersOnly>
      <Button variant="quiet" className="button-compact" onClick={() => setOpen(true)}>
        Record a cancellation
      </Button>
      {isOpen && <RecordCancellationDialog {...props} onClose={() => setOpen(false)} />}
    </OwnersOnly>
  )
}

function RecordCancellationDialog({
  id,
  eyebrow,
  effect,
  cancelLabel,
  onClose,
}: Props & { onClose: () => void }) {
  useSignals()
  const [today] = useState(() => londonDay(serverNow()))
  const [form] = useState(() => createForm(RecordedNoticeSchema, { sentOn: today }))

  return (
    <FormDialog
      title="Record a cancellation"
      eyebrow={eyebrow}
      submitLabel="Record Cancellation"
      pendingLabel="Recording..."
      variant="bad"
      cancelLabel={cancelLabel}
      form={form}
      onSubmit={(notice) => recordCancellation(id, notice)}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          {`For a buyer who has told you by post, telephone or message that they cancel within their ${CANCEL_DAYS} days. They do not have to say why.`}
        </p>
        <Field
          label="Sent on"
          type="date"
          max={today}
          hint="The day on which the buyer posted the letter, wrote or rang. It decides whether they are in time."
          {...form.field('sentOn')}
        />
        <p className="message">
          <ExactText>{effect}</ExactText>
        </p>
        <p>We will confirm this to the buyer by email. You cannot undo it.</p>
      </div>
    </FormDialog>
  )
}
