import { sql, type RawBuilder } from 'kysely'
import type {
  AccountFigure,
  AccountLine,
  accountLinesEndpoint,
  OwedFigure,
  VoucherFigure,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import type { Query } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import {
  countsOn,
  IS_COMPLIMENTARY,
  isMoney,
  isOfMoney,
  REVERSED_KIND,
  signOf,
  VOUCHER_FIGURE,
} from '#server/accounts/account-sources.ts'
import { requireBegun } from '#server/accounts/get-accounts.ts'
import type { Services } from '#server/clients/services.ts'
import {
  isAfter,
  PAGE_LIMIT,
  readCursor,
  toPage,
  writeCursor,
  type CursorPosition,
} from '#server/db/cursor.ts'
import type { Statement } from '#server/db/db.ts'
import { startOfDay } from '#server/db/london-days.ts'

/** A row behind a figure, oldest first by `at` and `id`. */
interface Line extends CursorPosition {
  happenedAt: Date
  pence: Pence
  number: number | null
  codeEnd: string | null
  voucherId: string | null
  orderId: string | null
}

export interface MoneyLine extends Line {
  kind: 'received' | 'refunded' | 'refund_failed' | 'lost'
  method: 'online' | 'cash' | 'card' | 'by_hand'
  purpose: 'gift_voucher' | 'order'
  /** Of a receipt the intent, of a refund or dispute its own; null at the desk, and until Stripe has it. */
  stripeId: string | null
  productName: string | null
}

export interface LedgerLine extends Line {
  figure: VoucherFigure
  balanceAfter: Pence
  paidBy: string
}

export interface OwedLine extends Line {
  paidBy: string
  originalPence: Pence
  /** The last valid day at present. */
  lastDay: string
}

interface Rows {
  after: CursorPosition | undefined
  limit: number
}

const inOrder = ({ limit }: Rows) => sql`order by at, id limit ${limit}`

/** Selects money in and out. */
export const selectMoneyLines = (which: RawBuilder<boolean>, period: Period, rows: Rows) => sql<MoneyLine>`
  select takings.*, coalesce(bought.number, orders.number) as number, code_end(coalesce(bought.code, sold.code)) as code_end,
    coalesce(bought.id, sold.id) as voucher_id, orders.id as order_id, orders.product_name
  from (
    select at, happened_at, pence, purpose, kind, method, id, payment_id, voucher_id as sold_id, stripe_id from takings
    where ${countsOn('at', period)} and ${which} and ${isAfter(rows.after, 'at', 'id', 'asc')}
    ${inOrder(rows)}
  ) takings
    left join gift_voucher bought on bought.payment_id = takings.payment_id
    left join gift_voucher sold on sold.id = takings.sold_id
    left join orders on orders.payment_id = takings.payment_id
  order by at, id`

/** Selects what moved the balances of vouchers. */
export const selectLedgerLines = (which: RawBuilder<boolean>, period: Period, rows: Rows) => sql<LedgerLine>`
  select * from (select line.*, ${VOUCHER_FIGURE} as figure from (
    select entry.effective_at as at, coalesce(entry.happened_at, entry.created_at) as happened_at, entry.id, entry.pence,
      entry.balance_after, entry.kind, ${REVERSED_KIND} as reversed, entry.pence > 0 as grows, voucher.paid_by, voucher.number, code_end(voucher.code) as code_end,
      voucher.id as voucher_id, null::uuid as order_id, ${IS_COMPLIMENTARY} as complimentary
    from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    where ${countsOn('entry.effective_at', period)}
  ) line) line
  where ${which} and ${isAfter(rows.after, 'at', 'id', 'asc')}
  ${inOrder(rows)}`

/** Selects the vouchers with a balance at the end of a day, by when they were issued. */
export const selectOwedLines = (which: RawBuilder<boolean>, day: string, rows: Rows) => sql<OwedLine>`
  select * from (
    select voucher.issued_at as at, voucher.issued_at as happened_at, voucher.id, last.balance_after as pence, voucher.paid_by,
      voucher.original_pence, voucher.number, code_end(voucher.code) as code_end, voucher.id as voucher_id, null::uuid as order_id,
      ${IS_COMPLIMENTARY} as complimentary, ((voucher.expires_at at time zone 'Europe/London')::date - 1)::text as last_day
    from (
      select distinct on (voucher_id) voucher_id, balance_after from voucher_entry
      where effective_at < ${startOfDay(day, 1)} order by voucher_id, position desc
    ) last join gift_voucher voucher on voucher.id = last.voucher_id
    where last.balance_after > 0
  ) line
  where ${which} and ${isAfter(rows.after, 'at', 'id', 'asc')}
  ${inOrder(rows)}`

/** Returns one page of what is behind a figure, oldest first, and the cursor of the next page. */
export async function listAccountLines(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { figure, complimentary, cursor, ...period }: Query<typeof accountLinesEndpoint>,
): Promise<{ lines: AccountLine[]; cursor: string | undefined }> {
  requireBegun(period, clock.now())
  const rows = { after: readCursor(cursor), limit: PAGE_LIMIT }
  const lines = await db.run(selectLines(figure, complimentary !== undefined, period, rows))
  const { page, cursor: next } = toPage(lines, writeCursor)
  return { lines: page.map((line) => toAccountLine(line, figure)), cursor: next }
}

function selectLines(
  figure: AccountFigure,
  complimentary: boolean,
  period: Period,
  rows: Rows,
): Statement<Line> {
  if (isMoney(figure)) return selectMoneyLines(isOfMoney(figure), period, rows)
  const isAsked = sql<boolean>`complimentary = ${complimentary}`
  if (isOwed(figure))
    return selectOwedLines(isAsked, figure === 'opening' ? addDays(period.from, -1) : period.to, rows)
  return selectLedgerLines(sql`(figure = ${figure} and ${isAsked})`, period, rows)
}

const isOwed = (figure: AccountFigure): figure is OwedFigure => figure === 'opening' || figure === 'closing'

const toAccountLine = (
  { id, at, happenedAt, pence, number, codeEnd, voucherId, orderId, ...rest }: Line | MoneyLine,
  figure: AccountFigure,
): AccountLine => ({
  id,
  at: at.toISOString(),
  happenedAt: londonDay(happenedAt) === londonDay(at) ? null : happenedAt.toISOString(),
  amount: formatPounds(signOf(figure) * pence),
  // What was refunded before it could be given has neither.
  of: 'purpose' in rest && rest.purpose === 'order' ? 'order' : 'voucher',
  number,
  codeEnd,
  voucherId,
  orderId,
})
