import { clinic } from '#clinic/current-clinic.ts'
import type { AtStripe } from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { longPounds, parsePence } from '#contract/base/money.ts'
import { eveningBefore, type PackFile } from '#server/accounts/pack-files.ts'
import { statementName } from '#server/accounts/pack-statement.ts'
import { longDay, longDayAndTime } from '#server/dates.ts'

export interface ReadMeFacts {
  period: Period
  madeAt: Date
  /** The last complete day. */
  completeUntil: string | null
  late: number
  /** Null: too many rows; undefined: it did not answer. */
  atStripe: AtStripe | null | undefined
  hasPayouts: boolean
  files: Pick<PackFile<never>, 'name' | 'holds' | 'columns'>[]
}

/** Returns the read-me of a pack, in plain words. */
export function packReadMe(facts: ReadMeFacts): string {
  const { period, madeAt, files } = facts
  const lines = [
    `${clinic.name}: accounts from ${longDay(period.from)} to ${longDay(period.to)}`,
    `Made on ${longDayAndTime(madeAt)}. There are no names in these files.`,
    '',
    completeness(facts),
    ...(facts.late > 0
      ? [
          `${facts.late === 1 ? 'One line' : `${facts.late} lines`} happened on an earlier day, but became known after that day was complete. Such a line counts on the day on which it became known, and “Happened on” has the real one.`,
        ]
      : []),
    stripeSentence(facts),
    '',
    'VAT',
    'No VAT is worked out here. If the clinic is registered for VAT, please have your accountant judge its vouchers: for single-purpose vouchers VAT is due when they are sold (02-sales-and-refunds.csv), for multi-purpose vouchers when they are used (03-redemptions.csv).',
    '',
    'WHAT THE FIGURES MEAN',
    'Received: money that customers paid, on the day on which they paid it. Refunded: money given back, on the day on which it was decided; a refund that fails is taken off again on the day on which it failed. Lost to disputes: money that a bank has taken back for good.',
    'Left before fees: received, less refunded and lost. Card fees: what Stripe charged for everything in the account there. Net: what is left of both. The fees of the card terminal at the clinic are not known here.',
    `Owed before: the balances of all vouchers at the end of ${eveningBefore(period)}. Owed after: those at the end of ${longDay(period.to)}. Between them: issued, brought in (sold before or elsewhere) and added (without payment, with Adjust Balance), less used, refunded or lost to disputes, cancelled (with the voucher, or with Adjust Balance) and expired, plus restored (expired, then extended).`,
    'Vouchers that were given free are never income, and are counted on their own.',
    'Vouchers that were brought in are owed, but were never income here.',
    '',
    'THE FILES',
    ...files.flatMap(({ name, holds, columns }) => [
      '',
      `${name}: ${holds}.`,
      ...columns.map(({ heading, means }) => `  ${heading}: ${means}.`),
    ]),
    '',
    ...statementLines(facts),
    '',
    'Amounts are in pounds, and times are in London time. An apostrophe at the start of a cell is not part of the text: it stops a spreadsheet from treating it as a number, date or formula.',
    '',
  ]
  return lines.join('\r\n')
}

const statementLines = ({ atStripe }: ReadMeFacts) =>
  atStripe
    ? [
        `${statementName(0)}: a bank statement of the account at Stripe, for your bookkeeping program.`,
        '  Date (dd/mm/yyyy), amount, description, without headings. Money out has a minus. More than 1,000 lines are in several files.',
        '  FreeAgent: add a bank account “Stripe”, then upload the file. Xero: Import a Statement, assign the three columns, and do not skip the first line. QuickBooks: Upload transactions, say that the first row is not a header, and choose the columns.',
      ]
    : [
        `There is no ${statementName(0)}, the bank statement of the account at Stripe, because a part of it would be wrong.`,
      ]

function completeness({ completeUntil, period }: ReadMeFacts): string {
  if (completeUntil !== null && completeUntil >= period.to)
    return 'These days are complete: made again later, the figures of our books are the same.'
  return completeUntil !== null && completeUntil >= period.from
    ? `The days until ${longDay(completeUntil)} are complete. Those after it may still change, so please make this pack again later.`
    : 'These days are not complete yet, so their figures may still change. Please make this pack again later.'
}

function stripeSentence({ atStripe, hasPayouts }: ReadMeFacts): string {
  if (atStripe === undefined)
    return 'Stripe did not answer, so fees and payouts are empty. Please make this pack again later, or use “Balance” and “Payout reconciliation” under Reports at Stripe.'
  if (atStripe === null)
    return 'Stripe has more rows of these days than are asked of it, so fees and payouts are empty. Please make a pack of each month, or use “Balance” and “Payout reconciliation” under Reports at Stripe.'
  const difference = parsePence(atStripe.difference)!
  const agreement =
    difference === 0
      ? 'Our books agree with Stripe to the penny.'
      : `Our books have ${longPounds(Math.abs(difference))} ${difference < 0 ? 'more' : 'less'} than Stripe. Please look under Needs attention in the portal.`
  const payouts = hasPayouts
    ? ''
    : ' There were too many payouts to read, so they are empty. Please make a pack of each month.'
  return agreement + apartSentence(atStripe) + payouts
}

const APART = {
  other_day: 'counts on a different day at Stripe than in our books',
  dispute_open: 'is kept by Stripe while a bank decides about it',
  refund_due: 'is a refund that Stripe has not made yet, or has refused',
  not_ours: 'is at Stripe without a record here, so it is not in Received',
}

const apartSentence = ({ apart }: AtStripe) =>
  apart.map(({ reason, sum }) => ` ${longPounds(Math.abs(parsePence(sum)!))} ${APART[reason]}.`).join('')
