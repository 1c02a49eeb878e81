import type { Fulfilment, OrderDetail } from '#contract/admin-orders'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../../ui/Button.tsx'
import { changeFulfilment, pendingFulfilment } from './order-changes.ts'

interface Props {
  order: OrderDetail
  step: Fulfilment
  className?: string
}

/** The one thing to do next. A double press is one: the second half would take the step after it. */
export function StepButton({ order, step, className }: Props) {
  useSignals()
  return (
    <Button
      className={`min-w-44 ${className ?? ''}`}
      pendingLabel={pendingFulfilment.value === step ? 'Saving...' : undefined}
      onClick={({ detail }) => {
        if (detail < 2) void changeFulfilment(order, step)
      }}
    >
      Mark as {step}
    </Button>
  )
}
