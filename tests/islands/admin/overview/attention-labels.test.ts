import { expect, it, vi } from 'vitest'
import { attentionLabel, foldedTitle, foldItems } from '#islands/admin/overview/attention-labels.ts'

it('attentionLabel says how much of a product nobody paid for one buyer can reserve', () => {
  expect(attentionLabel({ kind: 'stock_unpaid', id: '', name: 'Acupressure mat', mostPerBuyer: 20 })).toEqual(
    {
      badge: 'Reserved, not paid',
      tone: 'wait',
      title: 'Acupressure mat',
      more: 'The whole stock was reserved twice within 24 hours but not paid for. Until somebody pays or a day has passed, each new buyer can reserve at most 20, and those who have not paid share half of what is free.',
    },
  )
})

const item = { kind: 'stock', id: '', name: 'Acupressure mat' } as const

it.each([
  [{ stock: 0, reserved: 0, lowStock: 2 }, 'Sold out', 'bad', undefined],
  [{ stock: 2, reserved: 0, lowStock: 2 }, 'Low stock', 'wait', '2 left'],
  [{ stock: 2, reserved: 2, lowStock: 2 }, 'Low stock', 'wait', '0 left, 2 in checkouts'],
  [{ stock: 6, reserved: 6, lowStock: 0 }, 'In checkouts', 'wait', '0 left, 6 in checkouts'],
  [{ stock: 9, reserved: 8, lowStock: 2 }, 'In checkouts', 'wait', '1 left, 8 in checkouts'],
])('attentionLabel labels stock %j as %s', (shelf, badge, tone, more) => {
  expect(attentionLabel({ ...item, ...shelf })).toEqual({
    badge,
    tone,
    title: 'Acupressure mat',
    ...(more && { more }),
  })
})

it.each([
  ['Zoe Lee', 1006, 'v', 'Zoe Lee disputes £100.00', 'Voucher purchase 1006 · Paid '],
  ['Zoe Lee', 1007, null, 'Zoe Lee disputes £100.00', 'Order 1007 · Paid '],
  ['', null, null, 'A buyer disputes £100.00', 'Paid '],
])('attentionLabel names the dispute of %j, number %j', (buyerName, number, voucherId, title, more) => {
  const label = attentionLabel({
    kind: 'dispute',
    id: '',
    at: '2026-11-21T14:32:08.000Z',
    amount: '100.00',
    currency: 'gbp',
    reference: 'pi_1',
    url: '',
    buyerName,
    number,
    voucherId,
    orderId: null,
  })
  expect(label).toMatchObject({ badge: 'Disputed', title, more: expect.stringMatching(`^${more}.*· pi_1$`) })
})

it.each([
  [1, 'An email has been waiting since 25 Nov 2026, 09:12'],
  [12, '12 emails have been waiting since 25 Nov 2026, 09:12'],
])('attentionLabel says since when %i emails have been waiting', (count, title) => {
  const since = '2026-11-25T09:12:00.000Z'
  expect(attentionLabel({ kind: 'emails_waiting', id: '', since, count })).toMatchObject({ title })
})

it('attentionLabel names what was not checked with Stripe', () => {
  const at = '2026-11-25T09:12:00.000Z'
  const label = attentionLabel({ kind: 'run_late', id: 'run', at, what: ['disputes', 'refunds'] })
  expect(label.title).toBe(
    'We have not been able to check with Stripe since 25 Nov 2026, 09:12: disputes, refunds made in Stripe',
  )
})

it('attentionLabel says how many purchases wait to be closed', () => {
  const at = '2026-11-25T09:12:00.000Z'
  const label = attentionLabel({ kind: 'payments_open', id: 'open', at, count: 1200 })
  expect(label.title).toBe('1,200 purchases that were not finished have not been closed yet')
})

const lowStock = (id: string) => ({ ...item, id, stock: 1, reserved: 0, lowStock: 2 })
const soldOut = (id: string) => ({ ...lowStock(id), stock: 0 })
const outage = (id: 'stripe' | 'jobs') =>
  ({ kind: 'outage', id, cause: null, since: '2026-11-25T18:40:00.000Z' }) as const

it('foldItems puts items of a kind with the same badge together', () => {
  const items = [outage('stripe'), outage('jobs'), lowStock('a'), soldOut('b'), lowStock('c')]
  const ids = foldItems(items).map((group) => group.map(({ id }) => id))
  expect(ids).toEqual([['stripe'], ['jobs'], ['a', 'c'], ['b']])
})

it.each([
  [5, '5 vouchers end within 30 days'],
  [20, 'At least 20 vouchers end within 30 days'],
])('foldedTitle counts %i vouchers that end soon', (count, title) => {
  const voucher = {
    kind: 'voucher_expiring',
    id: '',
    recipientName: '',
    balance: '5.00',
    expiryDate: '2026-12-01',
  } as const
  expect(foldedTitle(Array.from({ length: count }, () => voucher))).toBe(title)
})

const POST = 'Please print it and post it to the buyer, whose right to cancel may last longer without it.'

it.each([
  [{ state: 'failed' }, 'Gift voucher could not be sent', 'We stopped trying on 25 Nov 2026, 09:12'],
  [
    { state: 'bounced', reason: 'no_mailbox' },
    'Gift voucher came back',
    'On 25 Nov 2026, 09:12: this address does not exist',
  ],
  [
    { state: 'bounced', reason: 'refused', what: 'Receipt', isReceipt: true },
    'Receipt came back',
    `On 25 Nov 2026, 09:12: their email provider refused it. ${POST}`,
  ],
  [
    { state: 'delayed' },
    'Gift voucher is held up',
    'By the recipient’s mail server since 25 Nov 2026, 09:12. We are still trying to deliver it. If it is urgent, please ring the recipient.',
  ],
] as const)('attentionLabel says where an email is: %j', (email, title, more) => {
  const label = attentionLabel({
    kind: 'mail',
    id: '',
    at: '2026-11-25T09:12:00.000Z',
    reason: null,
    isReceipt: false,
    recipient: 'dev@exmaple.con',
    what: 'Gift voucher',
    voucherId: 'v',
    orderId: null,
    requestId: null,
    ...email,
  })
  expect(label).toMatchObject({ title, address: 'dev@exmaple.con', more })
})

it.each([
  ['stripe', 'refused', 'Since 25 Nov 2026, 18:40 nobody can pay: Stripe refuses our key'],
  ['stripe', 'unreachable', 'Since 25 Nov 2026, 18:40 nobody can pay: Stripe cannot be reached'],
  ['postmark', 'refused', 'Since 25 Nov 2026, 18:40 no emails can be sent: Postmark refuses our account'],
  ['postmark', 'unreachable', 'Since 25 Nov 2026, 18:40 no emails can be sent: Postmark cannot be reached'],
  ['jobs', null, 'The scheduled jobs have not run since 25 Nov 2026, 18:40'],
] as const)('attentionLabel says since when %s is out: %s', (id, cause, title) => {
  const since = '2026-11-25T18:40:00.000Z'
  expect(attentionLabel({ kind: 'outage', id, cause, since })).toMatchObject({ title, tone: 'bad' })
})

it('attentionLabel names the time only of an outage of today', () => {
  vi.setSystemTime('2026-11-25T19:00:00Z')
  const outage = {
    kind: 'outage',
    id: 'stripe',
    cause: 'refused',
    since: '2026-11-25T18:40:00.000Z',
  } as const
  expect(attentionLabel(outage).title).toBe('Since 18:40 nobody can pay: Stripe refuses our key')
  vi.useRealTimers()
})

const CANCELLED = {
  kind: 'cancellation',
  id: '',
  at: '2026-11-25T09:12:00.000Z',
  amount: '38.00',
  payBy: null,
  goodsBy: null,
  buyerName: 'Zoe Lee',
  number: 1042,
  voucherId: null,
  orderId: 'o',
} as const
const BY_ZOE = 'Zoe Lee cancelled on 25 Nov 2026, 09:12'

it.each([
  [
    'frozen',
    { amount: null, payBy: '2026-12-09' },
    'Order 1042 was cancelled, but its payment is frozen',
    `We will pay back whatever is still due when the freeze ends · Pay whatever is still due back by 9 December · ${BY_ZOE}`,
  ],
  [
    'frozen',
    { amount: null, goodsBy: '2026-12-09' },
    'Order 1042 was cancelled, but its payment is frozen',
    `We will pay back whatever is still due when the freeze ends · The goods of Order 1042 are due back by 9 December · ${BY_ZOE}`,
  ],
  [
    'at_counter',
    { payBy: '2026-12-09' },
    'Order 1042 was cancelled. Is it still here?',
    `If nothing is recorded, we will refund it at the end of your next opening day · Pay £38.00 back by 9 December · ${BY_ZOE}`,
  ],
  [
    'goods',
    { goodsBy: '2026-12-09' },
    'The goods of Order 1042 are due back by 9 December',
    `Pay £38.00 back within 14 days of having them, or of proof that they were posted · ${BY_ZOE}`,
  ],
  [
    'posted',
    { payBy: '2026-12-20' },
    'The goods of Order 1042 are on their way back',
    `Pay £38.00 back by 20 December · ${BY_ZOE}`,
  ],
  ['by_hand', { payBy: '2026-12-09' }, 'Pay £38.00 back another way by 9 December', `Order 1042 · ${BY_ZOE}`],
  [
    'refunding',
    { payBy: '2026-12-09' },
    'Order 1042 has not been refunded yet',
    `We try again every hour · Pay £38.00 back by 9 December · ${BY_ZOE}`,
  ],
] as const)('attentionLabel says what a cancelled purchase waits for: %s', (stage, clocks, title, more) => {
  vi.setSystemTime('2026-12-01T10:00:00Z')
  expect(attentionLabel({ ...CANCELLED, stage, ...clocks })).toMatchObject({ tone: 'wait', title, more })
  vi.useRealTimers()
})

it.each([
  ['goods', { goodsBy: '2026-12-09' }, 'Goods late', 'The goods of Order 1042 were due back by 9 December'],
  [
    'by_hand',
    { payBy: '2026-12-09' },
    'Pay back late',
    '£38.00 should have been paid back another way by 9 December',
  ],
] as const)('attentionLabel says what of a cancelled purchase is late: %s', (stage, clocks, badge, title) => {
  vi.setSystemTime('2026-12-10T00:00:00Z')
  expect(attentionLabel({ ...CANCELLED, stage, ...clocks })).toMatchObject({ badge, tone: 'bad', title })
  vi.useRealTimers()
})

it('attentionLabel says who cancelled a voucher from the desk, which has no number', () => {
  const voucher = { number: null, voucherId: 'v', orderId: null, buyerName: '', stage: 'by_hand' } as const
  expect(attentionLabel({ ...CANCELLED, ...voucher }).more).toBe(
    'A voucher sold by telephone · The buyer cancelled on 25 Nov 2026, 09:12',
  )
})
