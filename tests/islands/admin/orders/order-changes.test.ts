import { afterEach, expect, it, vi } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { changeFulfilment, justMoved } from '#islands/admin/orders/order-changes.ts'
import { sampleOrder } from '#tests/islands/admin/orders/sample-order.ts'
import { answer } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

afterEach(() => void vi.useRealTimers())

const ready = (order: AdminOrder) => ({
  ...order,
  fulfilment: 'ready',
  frozenBy: null,
  productId: order.id,
  phone: null,
  shippingAddress: null,
  sold: order.quantity,
  restockable: 0,
  canRecordCancellation: false,
  history: [],
})

it.each<[string, Partial<AdminOrder>, string]>([
  ['the buyer', { firstName: 'Mary', lastName: 'Smith' }, 'Mary Smith’s order is ready.'],
  ['nobody once the buyer is erased', { firstName: '', lastName: '' }, 'The order is ready.'],
])('the toast of a step names %s', async (_, buyer, description) => {
  const order = sampleOrder(buyer)
  answer([200, ready(order)])
  await changeFulfilment(order, 'ready')
  expect(currentToast.value).toMatchObject({ description, action: [{ label: 'Undo' }] })
})

it('the button of an order takes no further step for a second', async () => {
  vi.useFakeTimers()
  const order = sampleOrder()
  answer([200, ready(order)])
  await changeFulfilment(order, 'ready')
  expect(justMoved.value).toBe(order.id)
  vi.advanceTimersByTime(1000)
  expect(justMoved.value).toBeUndefined()
})
