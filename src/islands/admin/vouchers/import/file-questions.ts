import { withCommas } from '#contract/base/text.ts'
import { readDay } from '#contract/vouchers/read-day.ts'
import type { DateOrder } from '#islands/admin/vouchers/import/date-order.ts'
import type { ColumnField } from '#islands/admin/vouchers/import/match-columns.ts'

/** What only the owner knows about a file. It is asked once for the file, before anything is imported. */
export interface ImportQuestion {
  id: 'codes' | 'dates' | 'balances'
  text: string
  choices: readonly (readonly [answer: string, label: string])[]
}

export type ImportAnswers = Partial<Record<ImportQuestion['id'], string>>

/** The columns that a question is about: with another one, it is another question. */
export const ASKED_ABOUT: Record<ImportQuestion['id'], readonly ColumnField[]> = {
  codes: ['code'],
  dates: ['issuedOn', 'expiryDate'],
  balances: ['balance', 'originalAmount'],
}

export const CODES_QUESTION: ImportQuestion = {
  id: 'codes',
  text: 'Most codes in this file have four characters. Are these the whole codes, or only their ends?',
  choices: [
    ['whole', 'They are the whole codes'],
    ['ends', 'They are only the ends'],
  ],
}

/** Asks what comes first in the dates, unless they show it. */
export function dateQuestion({ order, ambiguous = '', only }: DateOrder): ImportQuestion | undefined {
  if (order !== undefined) return undefined
  if (only.day !== undefined && only.month !== undefined) {
    return {
      id: 'dates',
      text: `Some dates in this file have the day first, such as ${only.day}, and some the month first, such as ${only.month}. Which is usual in this file? We will read those dates that way that could be either.`,
      choices: [
        ['day', 'The day comes first'],
        ['month', 'The month comes first'],
      ],
    }
  }
  const [british, american] = [spoken(readDay(ambiguous, 'day')!), spoken(readDay(ambiguous, 'month')!)]
  return {
    id: 'dates',
    text: `Is ${ambiguous} the ${british} or the ${american}? We will read the other dates in the same way.`,
    choices: [
      ['day', `The ${british}`],
      ['month', `The ${american}`],
    ],
  }
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** "3rd of April" */
function spoken(day: string): string {
  const nth = Number(day.slice(8))
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[nth % 10] ?? 'th'
  return `${nth}${nth > 10 && nth < 14 ? 'th' : ending} of ${MONTH.format(new Date(day))}`
}

/** `code`: of one of the `count` vouchers that have more left than was paid. */
export const balanceQuestion = (count: number, code: string): ImportQuestion => ({
  id: 'balances',
  text:
    count === 1
      ? `The voucher ${code} has more left than was paid for it. Is that right?`
      : `${withCommas(count)} vouchers, such as ${code}, have more left than was paid for them. Is that right?`,
  choices: [
    ['right', 'Yes, something was added later'],
    [
      'wrong',
      count === 1
        ? 'No, I will correct it below or leave it out'
        : 'No, I will correct them below or leave them out',
    ],
  ],
})
