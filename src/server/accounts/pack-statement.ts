import type { Pence } from '#contract/base/money.ts'
import { type StripeRow } from '#server/accounts/stripe-rows.ts'
import { sortableTime } from '#server/dates.ts'
import { csvLine, type Cell } from '#server/reports/csv.ts'
import type { TextFile } from '#server/reports/zip-files.ts'

/** Xero and QuickBooks take at most so many lines at once. */
const STATEMENT_LINES_MAX = 1000

/** A line of a bank statement of the account at Stripe. */
interface StatementLine {
  at: Date
  pence: Pence
  description: string
}

const DESCRIPTIONS: Record<string, string> = {
  charge: 'Sale',
  refund: 'Refund',
  refund_failure: 'Refund failed',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  payout: 'Payout to the bank',
  payout_reversal: 'Payout came back',
  fee: 'Stripe fee',
}

export const statementName = (nth: number) => `07-stripe-statement${nth === 0 ? '' : `-${nth + 1}`}.csv`

/** The statement of the account at Stripe, from all of its rows: a part of them would be imported as if it were the whole. */
export function statementFiles(rows: StripeRow[]): TextFile[] {
  const lines = rows.flatMap(({ at, category, amount, fee, of }): StatementLine[] => [
    { at, pence: amount, description: `${DESCRIPTIONS[category] ?? category} ${of ?? ''}`.trim() },
    ...(fee === 0 ? [] : [{ at, pence: -fee, description: `Stripe fee ${of ?? ''}`.trim() }]),
  ])
  const parts = Math.max(1, Math.ceil(lines.length / STATEMENT_LINES_MAX))
  return Array.from({ length: parts }, (_, nth) =>
    statementFile(nth, lines.slice(nth * STATEMENT_LINES_MAX, (nth + 1) * STATEMENT_LINES_MAX)),
  )
}

const statementFile = (nth: number, lines: StatementLine[]): TextFile => ({
  name: statementName(nth),
  *chunks() {
    yield lines.map((line) => csvLine(statementCells(line))).join('')
  },
})

/** Cells of a line as all three programs take them: no heading, no commas, no quotes. */
const statementCells = ({ at, pence, description }: StatementLine): Cell[] => [
  { date: sortableTime(at).slice(0, 10).split('-').toReversed().join('/') },
  { pounds: pence },
  description.replace(/[",;\s]+/g, ' '),
]
