import { useSignals } from '@preact/signals-react/runtime'
import type { AdminOrder, Fulfilment } from '#contract/orders/admin-orders.ts'
import { changeFulfilment, justMoved, pendingFulfilments } from '#islands/admin/orders/order-changes.ts'
import { fulfilmentTexts } from '#islands/admin/orders/order-labels.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  order: AdminOrder
  step: Fulfilment
  className: string
}

/** Takes the next step, in the list and in the details. */
export function StepButton({ order, step, className }: Props) {
  useSignals()
  const isPaused = justMoved.value === order.id
  return (
    <Button
      className={className}
      pendingLabel={pendingFulfilments.value[order.id] === step ? 'Saving...' : undefined}
      aria-disabled={isPaused}
      onClick={() => {
        if (!isPaused) void changeFulfilment(order, step)
      }}
    >
      {fulfilmentTexts(order, step).action}
    </Button>
  )
}
