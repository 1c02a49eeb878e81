import { expect, it, vi } from 'vitest'
import type { OrderDetail } from '#contract/orders/admin-orders.ts'
import {
  actionsAt,
  describeOrderCancelling,
  describeStage,
  describeVoucherCancelling,
  hasPassed,
} from '#islands/admin/cancellations/cancellation-labels.ts'
import { sampleOrder } from '#tests/islands/admin/orders/sample-order.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'

it.each([
  ['2026-12-08', true],
  ['2026-12-09', false],
  [undefined, false],
])('a last day of %s is late on 9 December in London: %s', (day, late) => {
  vi.setSystemTime('2026-12-09T23:59:00Z')
  expect(hasPassed(day)).toBe(late)
  vi.useRealTimers()
})

it.each([
  [{ stage: 'frozen' }, []],
  [{ stage: 'frozen', goodsBy: '2026-12-09' }, ['back', 'posted']],
  [{ stage: 'at_counter' }, ['still_here']],
  [{ stage: 'posted' }, ['back']],
] as const)('actionsAt offers what can be recorded: %j', (cancellation, actions) => {
  expect(actionsAt(cancellation)).toEqual(actions)
})

it.each([
  [{ stage: 'frozen' }, /^The payment is frozen\./],
  [{ stage: 'at_counter', amount: '38.00' }, /we will refund £38\.00 at the end of your next opening day\.$/],
  [{ stage: 'goods', amount: '38.00' }, /^The goods are due back\. We will refund £38\.00/],
  [{ stage: 'by_hand', amount: '38.00' }, /^Please pay £38\.00 back yourself, such as in cash/],
  [{ stage: 'settled', amount: '38.00' }, /^£38\.00 has been paid back\.$/],
  [{ stage: 'settled', amount: '0.00' }, /^There was nothing to pay back\.$/],
] as const)('describeStage says what comes next: %j', (cancellation, text) => {
  expect(describeStage(cancellation)).toMatch(text)
})

it.each([
  [{ paidBy: 'online' }, /stop working straight away\. £50\.00 will be returned the way it was paid/],
  [{ paidBy: 'card' }, /Please then pay £50\.00 back yourself/],
  [{ refundableAmount: '0.00' }, /There is nothing left to pay back\.$/],
  [{ frozenBy: 'dispute' }, /^The payment is frozen\./],
] as const)('describeVoucherCancelling says what it does to a voucher: %j', (changes, text) => {
  expect(describeVoucherCancelling({ ...VOUCHER, ...changes })).toMatch(text)
})

const DETAIL: OrderDetail = {
  ...sampleOrder(),
  frozenBy: null,
  productId: '',
  phone: null,
  shippingAddress: null,
  sold: 1,
  restockable: 1,
  canRecordCancellation: true,
  history: [],
}

it.each([
  [{ fulfilment: 'to_prepare' }, /^£32\.00 will be returned .* back on the shelf\.$/],
  [{ fulfilment: 'ready' }, /“Still here” refunds £32\.00/],
  [{ fulfilment: 'ready', delivery: 'local' }, /^The goods are to come back within 14 days\./],
  [{ fulfilment: 'collected' }, /^The goods are to come back within 14 days\./],
  [{ frozenBy: 'warning' }, /^The payment is frozen\./],
] as const)('describeOrderCancelling says what it does to an order: %j', (changes, text) => {
  expect(describeOrderCancelling({ ...DETAIL, ...changes })).toMatch(text)
})
