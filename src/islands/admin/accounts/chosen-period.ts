import * as v from 'valibot'
import {
  accountFigures,
  accountsEndpoint,
  apartReasons,
  type AccountFigure,
} from '#contract/accounts/accounts.ts'
import { monthOf, quarterOf, readPeriod, taxYearOf, type Period } from '#contract/accounts/period.ts'
import { addDays } from '#contract/base/send-date.ts'
import { monthAndYear, monthName, shortDate } from '#islands/admin/shared/format.ts'

/** Nothing was sold before. */
export const FIRST_DAY = '2025-01-01'

const NAME_OF = {
  month: monthOf,
  quarter: quarterOf,
  year: (day: string) => day.slice(0, 4),
  tax_year: taxYearOf,
}
type NamedKind = keyof typeof NAME_OF
const KINDS = Object.keys(NAME_OF) as NamedKind[]

/** Days of which the accounts are shown: a period with a name, or any days. */
export interface ChosenPeriod extends Period {
  kind: NamedKind | 'days'
  /** As in `readPeriod`, or `2026-10-01--2026-10-17`. */
  name: string
}

/** Returns the names of all periods of a kind that have begun, newest first. */
export function periodNames(kind: NamedKind, today: string): string[] {
  const names: string[] = []
  for (let day = FIRST_DAY; day <= today; day = addDays(readPeriod(names[0]!)!.to, 1))
    names.unshift(NAME_OF[kind](day))
  return names
}

/** Returns the name of the period of a kind with the last day of another one, or with today. */
export function nameOfKind(kind: ChosenPeriod['kind'], { from, to }: Period, today: string): string {
  const day = to < today ? to : today
  return kind === 'days'
    ? daysName({ from: from > FIRST_DAY ? from : FIRST_DAY, to: day })
    : NAME_OF[kind](day)
}

export const daysName = ({ from, to }: Period): string => `${from}--${to}`

/** Returns undefined for anything else than the name of a period that can be chosen. */
export function readChosenPeriod(name: string, today: string): ChosenPeriod | undefined {
  const kind = KINDS.find((kind) => periodNames(kind, today).includes(name))
  if (kind) return { kind, name, ...readPeriod(name)! }
  const [from = '', to = ''] = name.split('--')
  const isValid = Object.keys(daysErrors({ from, to }, today)).length === 0
  return isValid ? { kind: 'days', name: daysName({ from, to }), from, to } : undefined
}

const RangeSchema = accountsEndpoint.query!

/** Returns what is wrong with days that were typed, by field. */
export function daysErrors(days: Period, today: string): Partial<Period> {
  const { issues } = v.safeParse(RangeSchema, days)
  if (issues) {
    const { from, to } = v.flatten<typeof RangeSchema>(issues).nested ?? {}
    return { ...(from && { from: from[0] }), ...(to && { to: to[0] }) }
  }
  if (days.from < FIRST_DAY) return { from: 'Please choose a first day from 2025 on' }
  return days.to > today ? { to: 'Please choose a last day that is not after today' } : {}
}

export function periodLabel({ kind, name, from, to }: ChosenPeriod): string {
  if (kind === 'month') return monthAndYear(from)
  if (kind === 'quarter') return `${monthName(from)} to ${monthAndYear(to)}`
  if (kind === 'year') return name
  return from === to ? shortDate(from) : `${shortDate(from)} to ${shortDate(to)}`
}

/** What Stripe knows: card fees, what is left after them, and what counts at one of both only. */
const figuresAtStripe = ['fees', 'net', ...apartReasons] as const
export type FigureAtStripe = (typeof figuresAtStripe)[number]
const listedFigures = [...accountFigures, ...figuresAtStripe]

/** What is open: the accounts of a period, or the list behind one of their figures. */
export interface AccountsRoute {
  period: ChosenPeriod
  figure?: AccountFigure | FigureAtStripe | undefined
  /** Whether the figure is of vouchers that were given free. */
  isFree?: boolean
}

const FREE = 'free'

/** Writes the id of the route: `2026-10`, `2026-10.used`, `2026-10.used.free`. */
export const accountsIdOf = ({ period, figure, isFree = false }: AccountsRoute): string =>
  [period.name, ...(figure ? [figure] : []), ...(isFree ? [FREE] : [])].join('.')

/** Without a period, the last month that has ended is shown. */
export function readAccountsId(id: string | undefined, today: string): AccountsRoute {
  const [name = '', figure, free] = id?.split('.') ?? []
  const lastMonth = monthOf(addDays(`${monthOf(today)}-01`, -1))
  const period =
    readChosenPeriod(name, today) ??
    readChosenPeriod(lastMonth, today) ??
    readChosenPeriod(monthOf(today), today)!
  return { period, figure: listedFigures.find((known) => known === figure), isFree: free === FREE }
}
