import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { londonDay } from '#contract/base/send-date.ts'
import type { AdminCancellation } from '#contract/purchases/cancellation.ts'
import {
  ACTION_LABELS,
  actionsAt,
  describeStage,
  hasPassed,
  type CancellationAction,
} from '#islands/admin/cancellations/cancellation-labels.ts'
import { CancellationDialog } from '#islands/admin/cancellations/CancellationDialog.tsx'
import { Fact } from '#islands/admin/shared/DetailPanel.tsx'
import { dateTime, longDate, pounds } from '#islands/admin/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  cancellation: AdminCancellation
  /** Names the voucher or order. */
  eyebrow: string
}

/** A voucher's or order's cancellation: when it came, what it waits for and until when, and what the owner can do. */
export function CancellationPanel({ cancellation, eyebrow }: Props) {
  useSignals()
  const [open, setOpen] = useState<CancellationAction>()
  const { id, at, by, sentOn, amount, goodsBy, payBy, deducted, deductionReason } = cancellation
  const actions = actionsAt(cancellation)
  return (
    <section aria-labelledby="cancellation">
      <h3 id="cancellation">Cancellation</h3>
      <dl className="side-facts mt-3">
        <Fact label="Recorded">
          <span>{dateTime(at)}</span>
          <span className="block text-soft">
            <ExactText>{by}</ExactText>
          </span>
          {sentOn !== londonDay(new Date(at)) && (
            <span className="block text-soft">{`Sent on ${longDate(sentOn)}`}</span>
          )}
        </Fact>
        <Fact label="Now">
          <ExactText>{describeStage(cancellation)}</ExactText>
        </Fact>
        {goodsBy && <Clock label="Goods due back" day={goodsBy} />}
        {payBy && <Clock label="Pay back by" day={payBy} />}
        {deducted && (
          <Fact label="Kept back">
            <span translate="no">{pounds(deducted)}</span>
            <span className="block text-soft">{deductionReason}</span>
          </Fact>
        )}
      </dl>
      {actions.length > 0 && (
        <div className="side-acts mt-4">
          {actions.map((action) => (
            <Button
              key={action}
              variant="quiet"
              className="button-compact"
              aria-haspopup="dialog"
              onClick={() => setOpen(action)}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <CancellationDialog
          action={open}
          id={id}
          amount={amount}
          eyebrow={eyebrow}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

function Clock({ label, day }: { label: string; day: string }) {
  const isPast = hasPassed(day)
  return (
    <Fact label={label}>
      <span className={isPast ? 'font-medium text-bad' : ''}>
        {isPast ? `${longDate(day)}. This day has passed.` : longDate(day)}
      </span>
    </Fact>
  )
}
