import { expect, it } from 'vitest'
import { fulfilmentSteps } from '#contract/base/statuses.ts'
import { fulfilmentTexts, hasPackingSlip, ORDER_VIEWS } from '#islands/admin/orders/order-labels.ts'
import { sampleOrder } from '#tests/islands/admin/orders/sample-order.ts'

const STEPS = (['collection', 'local'] as const).flatMap((delivery) =>
  fulfilmentSteps[delivery].map((step) => [delivery, step] as const),
)

it.each(STEPS)('a filter has the word of the badge of an order for %s that is %s', (delivery, step) => {
  const view = step === 'collected' || step === 'delivered' ? 'handed_over' : step
  const words = fulfilmentTexts({ delivery }, step).badge.label
  expect(ORDER_VIEWS[view].toLowerCase()).toContain(words.toLowerCase())
})

it.each([false, true])('an order has a packing slip unless its buyer has cancelled it: %s', (isCancelled) => {
  expect(hasPackingSlip(sampleOrder({ isCancelled }))).toBe(!isCancelled)
})
