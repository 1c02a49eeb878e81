import { sql, type RawBuilder } from 'kysely'
import type { Query, Role } from '#contract/base/endpoint.ts'
import {
  ENDS_SOON_DAYS,
  type AdminVoucher,
  type adminVouchersEndpoint,
  type voucherFilters,
} from '#contract/vouchers/admin-vouchers.ts'
import { CODE_SEARCH_MAX, readSimilarLetters, readVoucherCode } from '#contract/vouchers/voucher-code.ts'
import type { Services } from '#server/clients/services.ts'
import {
  DIRECTIONS,
  isAfter,
  PAGE_LIMIT,
  readCursor,
  readPenceCursor,
  toPage,
  writeCursor,
} from '#server/db/cursor.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import { searchCondition } from '#server/db/search-condition.ts'
import { selectVouchers, toListedVoucher, type VoucherRow } from '#server/vouchers/desk/voucher-rows.ts'
import { isUsable } from '#server/vouchers/rules/voucher-facts.ts'

type Filter = (typeof voucherFilters)[number]

type Listed = Query<typeof adminVouchersEndpoint>
type Order = NonNullable<Listed['order']>

/** Returns one page of vouchers in the order that was asked for, in a search the newest first. */
export async function listVouchers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  query: Listed,
  role: Role,
): Promise<{ vouchers: AdminVoucher[]; cursor: string | undefined }> {
  const now = clock.now()
  const usual = query.status === 'expiring' ? 'soonest' : 'newest'
  const { at, column, direction, readCursor } = SORTS[(query.search === undefined && query.order) || usual]
  const where = sql`${isShownBy(query.status, now)} and ${isWithinDays('issued_at', query)}
    and ${isAfter(readCursor(query.cursor), at, 'voucher.id', direction)} and ${searchCondition(query.search, searchableVouchers(role))}`
  const order = sql`order by ${sql.ref(at)} ${DIRECTIONS[direction]}, voucher.id ${DIRECTIONS[direction]}`
  const rows = await db.run(selectFirstVouchers(where, { order, limit: PAGE_LIMIT, now }))
  const { page, cursor } = toPage(rows, (row) => writeCursor({ id: row.id, at: row[column] }))
  return { vouchers: page.map(toListedVoucher), cursor }
}

/** The column that each order sorts by, and how. */
const SORTS = {
  newest: { at: 'issued_at', column: 'issuedAt', direction: 'desc', readCursor },
  soonest: { at: 'expires_at', column: 'expiresAt', direction: 'asc', readCursor },
  latest: { at: 'expires_at', column: 'expiresAt', direction: 'desc', readCursor },
  highest: { at: 'balance_pence', column: 'balancePence', direction: 'desc', readCursor: readPenceCursor },
  lowest: { at: 'balance_pence', column: 'balancePence', direction: 'asc', readCursor: readPenceCursor },
} as const satisfies Record<Order, object>

/** Returns an entry for the first nine or the last four characters of a code as they are in `words`. */
function identifyCode(search: string): string | undefined {
  const code = readVoucherCode(search)
  const isPart = /^[0-9A-Z]{4,}$/.test(code) && code.length <= CODE_SEARCH_MAX
  return isPart ? `'=${readSimilarLetters(code).toLowerCase()}'` : undefined
}

/** How vouchers are searched. Staff find a code by its end only: beginnings would tell them the rest, one by one. */
export const searchableVouchers = (role: Role) =>
  ({ ...SEARCHABLE, identify: role === 'owner' ? beginCode : identifyCode }) as const

const beginCode = (search: string): string | undefined => {
  const entry = identifyCode(search)
  return entry && `${entry}:*`
}

const SEARCHABLE = {
  numbered: 'voucher',
  hasAddress: (address: string) => sql<boolean>`(recipient_email = ${address} or buyer_email = ${address})`,
} as const

/** Condition: its import was not taken back. Any other status than `void` says so, too. */
export const IS_HERE = sql`not voucher.taken_back`

/** SQL condition: the filter shows the voucher. One past its last day is `expired` before the hourly job has recorded that. */
export function isShownBy(filter: Filter | undefined, now: Date): RawBuilder<unknown> {
  switch (filter) {
    case undefined:
      return IS_HERE
    case 'active':
      return isUsable(now)
    case 'expiring':
      return sql`${isShownBy('active', now)} and expires_at <= ${now}::timestamptz + ${ENDS_SOON_DAYS} * interval '1 day'`
    case 'expired':
      return sql`(voucher.status = 'expired' or voucher.status = 'active' and expires_at <= ${now})`
    case 'refunded':
      return sql`voucher.status in ('refunded', 'refunding', 'void') and ${IS_HERE}`
    case 'disputed':
    case 'spent':
      return sql`voucher.status = ${filter}`
  }
}

/** Selects the first vouchers of a condition. Finds their ids first, because the rest of a row takes longer. */
export const selectFirstVouchers = (
  where: RawBuilder<unknown>,
  { order = NEWEST_FIRST, limit, now }: { order?: RawBuilder<unknown>; limit: number; now: Date },
) => sql<VoucherRow>`
  ${selectVouchers(now)}
  where voucher.id = any(array(select id from gift_voucher voucher where ${where} ${order} limit ${limit})) ${order}`

const NEWEST_FIRST = sql`order by issued_at desc, voucher.id desc`
