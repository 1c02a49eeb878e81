import type { AdminOrder, Fulfilment } from '#contract/admin-orders'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../../ui/Button.tsx'
import { changeFulfilment, pendingFulfilments } from './order-changes.ts'
import { fulfilmentTexts } from './order-labels.ts'

interface Props {
  order: AdminOrder
  step: Fulfilment
  className: string
}

/** Takes the next step, in the list and in the details. */
export function StepButton({ order, step, className }: Props) {
  useSignals()
  return (
    <Button
      className={className}
      pendingLabel={pendingFulfilments.value[order.id] === step ? 'Saving...' : undefined}
      // The second click of a double click would take the step after it, or move the next order of the list.
      onClick={({ detail }) => {
        if (detail < 2) void changeFulfilment(order, step)
      }}
    >
      {fulfilmentTexts(order, step).action}
    </Button>
  )
}
