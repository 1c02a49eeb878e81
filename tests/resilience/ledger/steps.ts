import * as fc from 'fast-check'

/** Pence, or a part of the balance. */
export type Amount = number | 'all' | 'half' | 'a penny too much'

/** The steps and their parameters. Numbers such as `voucher` and `entry` are taken modulo the number of items. */
interface StepInputs {
  /** `slowBank`: a refund online stays pending; at the desk, the voucher is on paper. */
  issue: {
    how: 'online' | 'telephone' | 'cash' | 'card' | 'complimentary' | 'imported'
    slowBank: boolean
    pence: number
  }
  'take back': { voucher: number }
  redeem: { voucher: number; amount: Amount }
  adjust: { voucher: number; by: number }
  /** `any`: any entry; otherwise only one that may be undone. */
  undo: { voucher: number; entry: number; any: boolean }
  /** An admin opens the refund dialog; a later step may press its button. */
  'open refund dialog': { voucher: number }
  refund: { voucher: number; inOpenDialog: boolean }
  'refund at Stripe': { voucher: number; amount: Amount }
  /** A refund is paid out or fails, possibly long afterwards. */
  'refund decided': { voucher: number; refund: number; arrives: boolean }
  /** Of a part or all of what is not disputed yet. */
  dispute: { voucher: number; inquiry: boolean; amount: Amount }
  /** `to`: index among the statuses that may follow. */
  'dispute moved': { voucher: number; dispute: number; to: number }
  /** Delivers the events of the payment again. */
  'repeated events': { voucher: number }
  /** Repeats a change under its request id, with the same input or another. */
  'repeated request': { change: number; isDifferent: boolean }
  /** Cancels the purchase: its buyer, or the clinic that records their notice. */
  cancel: { voucher: number; by: 'buyer' | 'clinic' }
  /** The scheduled job pays back what cancelled purchases are owed. */
  'pay cancelled back': object
  /** The clinic marks a cancelled purchase as paid back in another way. */
  'paid back': { voucher: number }
  order: { isCollected: boolean; slowBank: boolean }
  'cancel order': { order: number; by: 'buyer' | 'clinic' }
  /** Goods of a cancelled order are back; of their price so much is kept. */
  'goods back': { order: number; deduct: number }
  'order refund decided': { order: number; arrives: boolean }
  'order paid back': { order: number }
  wait: { voucher: number; until: 'a minute before its end' | 'its end' }
  expire: object
  extend: { voucher: number }
}

export type StepOf<Kind extends keyof StepInputs> = { do: Kind } & StepInputs[Kind]
export type LedgerStep = { [Kind in keyof StepInputs]: StepOf<Kind> }[keyof StepInputs]

const stepOf = <Kind extends keyof StepInputs>(
  kind: Kind,
  facts: { [Fact in keyof StepInputs[Kind]]: fc.Arbitrary<StepInputs[Kind][Fact]> },
): fc.Arbitrary<LedgerStep> =>
  fc.record(facts).map((known) => ({ do: kind, ...known }) as unknown as LedgerStep)

const voucher = fc.nat(2)
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 2, arbitrary: fc.constant('half' as const) },
  { weight: 1, arbitrary: fc.constant('all' as const) },
)
const tooMuch = fc.constant('a penny too much' as const)

const issue = stepOf('issue', {
  how: fc.constantFrom(
    'online',
    'online',
    'online',
    'online',
    'online',
    'telephone',
    'cash',
    'card',
    'complimentary',
    'imported',
  ),
  slowBank: fc.boolean(),
  pence: fc.constantFrom(1000, 5000, 50_000),
})

const redeem = stepOf('redeem', {
  voucher,
  amount: fc.oneof({ weight: 7, arbitrary: amount }, { weight: 1, arbitrary: tooMuch }),
})
const adjust = stepOf('adjust', {
  voucher,
  by: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -400, max: 900 }).map((pence) => pence || 1) },
    { weight: 2, arbitrary: fc.constantFrom(50_000, 50_000, -50_000) },
  ),
})
const takeBack = stepOf('take back', { voucher })
const undo = stepOf('undo', { voucher, entry: fc.nat(9), any: fc.boolean() })

const stripeSteps = [
  stepOf('refund at Stripe', { voucher, amount }),
  stepOf('refund decided', { voucher, refund: fc.nat(3), arrives: fc.boolean() }),
  stepOf('dispute', { voucher, inquiry: fc.boolean(), amount }),
  stepOf('dispute', { voucher, inquiry: fc.constant(false), amount }),
  stepOf('dispute moved', { voucher, dispute: fc.nat(3), to: fc.nat(11) }),
  stepOf('dispute moved', { voucher, dispute: fc.nat(3), to: fc.nat(11) }),
  stepOf('repeated events', { voucher }),
]

const cancelling = [
  stepOf('cancel', { voucher, by: fc.constantFrom('buyer', 'clinic') }),
  stepOf('cancel', { voucher, by: fc.constantFrom('buyer', 'clinic') }),
  stepOf('pay cancelled back', {}),
  stepOf('paid back', { voucher }),
]

const order = fc.nat(1)
const orders = [
  stepOf('order', { isCollected: fc.boolean(), slowBank: fc.boolean() }),
  stepOf('cancel order', { order, by: fc.constantFrom('buyer', 'clinic') }),
  stepOf('cancel order', { order, by: fc.constantFrom('buyer', 'clinic') }),
  stepOf('goods back', { order, deduct: fc.constantFrom(0, 0, 500, 6400) }),
  stepOf('goods back', { order, deduct: fc.constantFrom(0, 0, 500, 6400) }),
  stepOf('order refund decided', { order, arrives: fc.boolean() }),
  stepOf('order refund decided', { order, arrives: fc.boolean() }),
  stepOf('order paid back', { order }),
]

const time = [
  stepOf('wait', { voucher, until: fc.constantFrom('a minute before its end', 'its end') }),
  stepOf('expire', {}),
  stepOf('extend', { voucher }),
]

const step = fc.oneof(
  { weight: 12, arbitrary: fc.oneof(redeem, redeem, adjust, undo) },
  { weight: 1, arbitrary: stepOf('refund', { voucher, inOpenDialog: fc.boolean() }) },
  { weight: 1, arbitrary: stepOf('open refund dialog', { voucher }) },
  { weight: 2, arbitrary: stepOf('repeated request', { change: fc.nat(9), isDifferent: fc.boolean() }) },
  { weight: 2, arbitrary: issue },
  { weight: 1, arbitrary: takeBack },
  { weight: 10, arbitrary: fc.oneof(...stripeSteps) },
  { weight: 4, arbitrary: fc.oneof(...cancelling) },
  { weight: 8, arbitrary: fc.oneof(...orders) },
  { weight: 3, arbitrary: fc.oneof(...time) },
)

const OMIT_FREQ = 10_000

/** Generates a sequence that starts with an issue. Omitted steps let fast-check shrink a failing one. */
export const sequenceOf = (length: number): fc.Arbitrary<LedgerStep[]> =>
  fc
    .tuple(
      issue,
      ...Array.from({ length: length - 1 }, () => fc.option(step, { nil: undefined, freq: OMIT_FREQ })),
    )
    .map((steps) => steps.filter((one) => one !== undefined))
