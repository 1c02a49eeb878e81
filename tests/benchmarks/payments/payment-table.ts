import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { MARGIN, target, type Target } from '../target.ts'
import { CALLERS, type Pace, type PaymentFigures } from './payments.ts'

const NAMES = { start: 'create-payment-intent', settle: 'gift-vouchers, the first to settle' }
type Call = keyof typeof NAMES
const CALLS = Object.keys(NAMES) as Call[]

/** Nobody waits so many times as long as most do. */
const FAIR = 5

/** Many callers must not stand in each other's way: at worst they queue for the machine, and in turn. */
export function paymentTargets(figures: PaymentFigures): Target[] {
  return CALLS.flatMap((call) => {
    const { alone, together } = figures[call]
    const rate = hundredths(alone.perSecond / together.perSecond)
    const wait = hundredths(together.p95 / together.p50)
    return [
      target(`${NAMES[call]}: answers a second to one caller over those to ${CALLERS}`, rate, 1, '×', MARGIN),
      target(`${NAMES[call]}: p95 of ${CALLERS} callers over their p50`, wait, FAIR, '×', MARGIN),
    ]
  })
}

export function paymentTable(figures: PaymentFigures): string {
  const rows = CALLS.flatMap((call) => [
    row(`${NAMES[call]}, one caller`, figures[call].alone),
    row(`${NAMES[call]}, ${CALLERS} callers`, figures[call].together),
  ])
  return `${table(['payments of vouchers', 'p50 ms', 'p95 ms', 'a second'], rows)}\nMedians of rounds in turn; the functions in a process of their own, Stripe's stand-in, Postgres and the callers beside it.`
}

const row = (what: string, { p50, p95, perSecond }: Pace) => [
  what,
  rounded(p50),
  rounded(p95),
  rounded(perSecond),
]

const hundredths = (value: number) => Math.round(value * 100) / 100
