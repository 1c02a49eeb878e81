import { sql } from 'kysely'
import {
  moneyFigures,
  moneySums,
  type AccountFigure,
  type MoneyFigure,
  type VoucherFigure,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { startOfDay } from '#server/db/london-days.ts'

// One definition of each figure: sums, lists and files are made from these.

/** Rows of the view `takings` behind a figure; without `method`, of every way. */
const MONEY: Record<MoneyFigure, { kinds: string[]; method?: string; sign: 1 | -1 }> = {
  received_online: { kinds: ['received'], method: 'online', sign: 1 },
  received_cash: { kinds: ['received'], method: 'cash', sign: 1 },
  received_card: { kinds: ['received'], method: 'card', sign: 1 },
  refunded_online: { kinds: ['refunded', 'refund_failed'], method: 'online', sign: -1 },
  refunded_cash: { kinds: ['refunded'], method: 'cash', sign: -1 },
  refunded_card: { kinds: ['refunded'], method: 'card', sign: -1 },
  refunded_by_hand: { kinds: ['refunded', 'refund_failed'], method: 'by_hand', sign: -1 },
  lost: { kinds: ['lost'], sign: -1 },
  received_all: { kinds: ['received'], sign: 1 },
  refunded_all: { kinds: ['refunded', 'refund_failed'], sign: -1 },
  left: { kinds: ['received', 'refunded', 'refund_failed', 'lost'], sign: 1 },
}

/** What each figure adds to what is owed. */
export const VOUCHER_SIGNS: Record<VoucherFigure, 1 | -1> = {
  issued: 1,
  brought_in: 1,
  added: 1,
  used: -1,
  refunded: -1,
  cancelled: -1,
  expired: -1,
  restored: 1,
}

export const signOf = (figure: AccountFigure): 1 | -1 =>
  figure in MONEY
    ? MONEY[figure as MoneyFigure].sign
    : figure in VOUCHER_SIGNS
      ? VOUCHER_SIGNS[figure as VoucherFigure]
      : 1

export const isMoney = (figure: AccountFigure): figure is MoneyFigure => figure in MONEY

/** SQL condition on `takings`: the rows behind a figure. */
export const isOfMoney = (figure: MoneyFigure) => {
  const { kinds, method } = MONEY[figure]
  return sql<boolean>`(takings.kind = any(${kinds}::text[]) and takings.method = coalesce(${method ?? null}::text, takings.method))`
}

/** Returns the figures that rows of `takings` belong to. */
export const moneyFiguresOf = (row: { kind: string; method: string }): MoneyFigure[] =>
  [...moneyFigures, ...moneySums].filter((figure) => {
    const { kinds, method = row.method } = MONEY[figure]
    return kinds.includes(row.kind) && method === row.method
  })

/** SQL expression: the kind of what a voucher's `entry` reverses; null if it reverses nothing. */
export const REVERSED_KIND = sql`(case when entry.kind = 'reverse' then (
  select kind from voucher_entry original where original.id = entry.reverses
) end)`

/**
 * SQL expression: the figure that an entry belongs to, by its `kind`, the kind that it has `reversed` and whether it `grows` the
 * balance. What reverses another entry belongs to that one's figure, but an expiry that was reversed has restored the balance.
 */
export const VOUCHER_FIGURE = sql<VoucherFigure>`case coalesce(reversed, kind)
  when 'issue' then 'issued'
  when 'import' then 'brought_in'
  when 'redeem' then 'used'
  when 'refund' then 'refunded'
  when 'expire' then case when reversed is null then 'expired' else 'restored' end
  else case when grows = (reversed is null) then 'added' else 'cancelled' end
end`

/** SQL condition: the vouchers were issued without payment. They are apart. */
export const IS_COMPLIMENTARY = sql<boolean>`voucher.paid_by = 'complimentary'`

/** SQL conditions: the time is on these days, or before their end. */
export const countsOn = (at: string, { from, to }: Period) =>
  sql<boolean>`(${sql.ref(at)} >= ${startOfDay(from)} and ${sql.ref(at)} < ${startOfDay(to, 1)})`
