import type { AccountFigure } from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import type { Pence } from '#contract/base/money.ts'
import { addDays } from '#contract/base/send-date.ts'
import type { LedgerLine, MoneyLine, OwedLine } from '#server/accounts/account-lines.ts'
import type { StripePayout, StripeRow } from '#server/accounts/stripe-rows.ts'
import { longDay, sortableTime } from '#server/dates.ts'
import type { Cell } from '#server/reports/csv.ts'

/** A column: its heading, what it means, for the read-me, and its cell. */
interface Column<Row> {
  heading: string
  means: string
  cell: (row: Row) => Cell
}

export interface PackFile<Row> {
  name: string
  /** For the read-me. */
  holds: string
  columns: Column<Row>[]
}

const when = (moment: Date): Cell => ({ date: sortableTime(moment) })
const whenElse = ({ at, happenedAt }: { at: Date; happenedAt: Date }): Cell =>
  sortableTime(happenedAt).slice(0, 10) === sortableTime(at).slice(0, 10) ? null : when(happenedAt)
const pounds = (pence: Pence): Cell => ({ pounds: pence })

export const FIGURE_LABELS: Record<Exclude<AccountFigure, 'received_all' | 'refunded_all'>, string> = {
  received_online: 'Received online',
  received_cash: 'Received in cash',
  received_card: 'Received by card terminal',
  refunded_online: 'Refunded online',
  refunded_cash: 'Refunded in cash',
  refunded_card: 'Refunded by card terminal',
  refunded_by_hand: 'Refunded in another way',
  lost: 'Lost to disputes',
  left: 'Left before fees',
  issued: 'Issued',
  brought_in: 'Brought in',
  added: 'Added',
  used: 'Used',
  refunded: 'Refunded or lost to disputes',
  cancelled: 'Cancelled',
  expired: 'Expired',
  restored: 'Restored',
  opening: 'Owed before',
  closing: 'Owed after',
}

export interface SummaryRow {
  part: string
  figure: string
  pence: Pence | null
}

export const summaryFile: PackFile<SummaryRow> = {
  name: '01-summary.csv',
  holds: 'the figures of the portal’s page Accounts',
  columns: [
    {
      heading: 'Part',
      means:
        'money of everything, of vouchers and of goods; then vouchers owed, and vouchers that were given free',
      cell: ({ part }) => part,
    },
    { heading: 'Figure', means: 'what the amount is, explained above', cell: ({ figure }) => figure },
    {
      heading: 'Amount in pounds',
      means:
        'the amount, without a sign: what is added and what is taken off is explained above; empty if it is not known',
      cell: ({ pence }) => (pence === null ? null : pounds(pence)),
    },
  ],
}

/** Money in or out with what Stripe adds to it, or a fee of Stripe's alone. */
export type SalesLine = (
  | MoneyLine
  | (Omit<MoneyLine, 'id' | 'kind' | 'purpose' | 'voucherId' | 'orderId'> & { kind: 'fee'; purpose: null })
) & { fee: Pence | null; payout: string | null }

const KINDS: Record<SalesLine['kind'], string> = {
  received: 'received',
  refunded: 'refunded',
  refund_failed: 'refund failed',
  lost: 'lost to a dispute',
  fee: 'card fee',
}
const METHODS: Record<MoneyLine['method'], string> = {
  online: 'online',
  cash: 'cash',
  card: 'card terminal',
  by_hand: 'another way',
}

export const salesFile: PackFile<SalesLine> = {
  name: '02-sales-and-refunds.csv',
  holds: 'all money in and out, a line each',
  columns: [
    { heading: 'Date', means: 'when it counts, in London time', cell: ({ at }) => when(at) },
    {
      heading: 'What',
      means:
        'received, refunded, refund failed (the money came back to the clinic), lost to a dispute, or only a card fee (of something that does not count on these days, such as a dispute that is not decided, or of the account as a whole)',
      cell: ({ kind }) => KINDS[kind],
    },
    {
      heading: 'How',
      means: 'online, cash, card terminal, or another way (because Stripe could not pay it back)',
      cell: ({ method }) => METHODS[method],
    },
    {
      heading: 'For',
      means: 'a gift voucher, or the name of the product',
      cell: ({ purpose, productName }) =>
        purpose === null ? null : purpose === 'order' ? (productName ?? 'Order') : 'Gift voucher',
    },
    {
      heading: 'Purchase number',
      means: 'as in the emails and the portal; empty at the desk',
      cell: ({ number }) => number,
    },
    {
      heading: 'Code ends in',
      means: 'the end of the voucher’s code',
      cell: ({ codeEnd }) => (codeEnd === null ? null : { codeEnd }),
    },
    {
      heading: 'Amount in pounds',
      means: 'the amount; money out has a minus',
      cell: ({ pence }) => pounds(pence),
    },
    {
      heading: 'Card fee in pounds',
      means:
        'what Stripe charged for it on these days; empty at the desk, if it was charged on other days, or if Stripe was not asked',
      cell: ({ fee }) => (fee === null ? null : pounds(fee)),
    },
    {
      heading: 'Payout',
      means:
        'the payout that brought it to the bank; empty if there is none yet, if it was made by hand, if Stripe has it on other days, or if Stripe was not asked',
      cell: ({ payout }) => payout,
    },
    {
      heading: 'Stripe reference',
      means: 'what Stripe calls the payment, refund or dispute',
      cell: ({ stripeId }) => stripeId,
    },
    {
      heading: 'Happened on',
      means: 'only if it became known after its day was complete, so that it counts later',
      cell: whenElse,
    },
  ],
}

const PAID_BY: Record<string, string> = {
  online: 'online',
  cash: 'cash',
  card: 'card terminal',
  complimentary: 'given free',
  imported: 'sold elsewhere',
}

const voucherColumns: Column<LedgerLine | OwedLine>[] = [
  {
    heading: 'Purchase number',
    means: 'as in the emails and the portal; empty at the desk',
    cell: ({ number }) => number,
  },
  {
    heading: 'Code ends in',
    means: 'the end of the voucher’s code',
    cell: ({ codeEnd }) => ({ codeEnd: codeEnd ?? '' }),
  },
  {
    heading: 'Voucher paid by',
    means: 'online, cash, card terminal, given free, or sold elsewhere (brought in)',
    cell: ({ paidBy }) => PAID_BY[paidBy]!,
  },
]

const dateColumn = {
  heading: 'Date',
  means: 'when it counts, in London time',
  cell: ({ at }: { at: Date }) => when(at),
}

export const redemptionsFile: PackFile<LedgerLine> = {
  name: '03-redemptions.csv',
  holds:
    'what was paid with vouchers at the clinic; VAT on multi-purpose vouchers is worked out from it. A use that was booked or corrected with Adjust Balance is in 05-ledger.csv, under Cancelled or Added',
  columns: [
    dateColumn,
    ...voucherColumns,
    {
      heading: 'Amount in pounds',
      means: 'what was used; with a minus, a use that was undone',
      cell: ({ pence }) => pounds(-pence),
    },
  ],
}

export const outstandingFile = ({ to }: Period): PackFile<OwedLine> => ({
  name: '04-vouchers-outstanding.csv',
  holds: `each voucher with something left at the end of ${longDay(to)}`,
  columns: [
    {
      heading: 'Issued',
      means: 'when the voucher was paid or given, in London time',
      cell: ({ at }) => when(at),
    },
    ...voucherColumns,
    {
      heading: 'Worth in pounds',
      means: 'its value when it was issued',
      cell: ({ originalPence }) => pounds(originalPence),
    },
    { heading: 'Left in pounds', means: 'what was left on that day', cell: ({ pence }) => pounds(pence) },
    {
      heading: 'Last valid day',
      means: 'as it is now; it may have been extended since',
      cell: ({ lastDay }) => ({ date: lastDay }),
    },
  ],
})

export const ledgerFile: PackFile<LedgerLine> = {
  name: '05-ledger.csv',
  holds: 'everything that changed the balance of a voucher',
  columns: [
    dateColumn,
    {
      heading: 'Figure',
      means: 'the figure of the summary that it belongs to',
      cell: ({ figure }) => FIGURE_LABELS[figure],
    },
    ...voucherColumns,
    {
      heading: 'Amount in pounds',
      means: 'what it added to the balance; with a minus, what it took',
      cell: ({ pence }) => pounds(pence),
    },
    {
      heading: 'Left in pounds',
      means: 'the voucher’s balance after it',
      cell: ({ balanceAfter }) => pounds(balanceAfter),
    },
    {
      heading: 'Happened on',
      means: 'only if that is another day',
      cell: whenElse,
    },
  ],
}

export const payoutsFile: PackFile<StripePayout> = {
  name: '06-payouts.csv',
  holds: 'what left the account at Stripe for the bank on these days',
  columns: [
    {
      heading: 'Arrives on',
      means: 'when the bank has it',
      cell: ({ arrivesAt }) => ({ date: day(arrivesAt) }),
    },
    { heading: 'Payout', means: 'what Stripe calls it', cell: ({ id }) => id },
    { heading: 'Amount in pounds', means: 'what reached the bank', cell: ({ pence }) => pounds(pence) },
    {
      heading: 'Sum of its rows in pounds',
      means:
        'its payments, refunds, disputes and fees at Stripe; empty for a payout that was made by hand, of which Stripe does not say what is in it',
      cell: ({ rows }) => rows && pounds(sumOfRows(rows)),
    },
    {
      heading: 'Difference in pounds',
      means: '0.00, or empty as before; if it is not, please ask Stripe',
      cell: ({ pence, rows }) => rows && pounds(pence - sumOfRows(rows)),
    },
  ],
}

const sumOfRows = (rows: StripeRow[]): Pence => rows.reduce((sum, { amount, fee }) => sum + amount - fee, 0)

const day = (moment: Date) => sortableTime(moment).slice(0, 10)

/** For the read-me. */
export const eveningBefore = ({ from }: Period) => longDay(addDays(from, -1))
