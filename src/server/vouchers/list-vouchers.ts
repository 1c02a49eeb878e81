import { sql, type RawBuilder } from 'kysely'
import {
  ENDS_SOON_DAYS,
  type AdminVoucher,
  type adminVouchersEndpoint,
  type voucherFilters,
} from '#contract/admin-vouchers.ts'
import type { Query } from '#contract/endpoint.ts'
import { parsePurchaseNumber } from '#contract/purchase-number.ts'
import { voucherStatuses } from '#contract/statuses.ts'
import { CODE_SEARCH_MAX, readSimilarLetters, readVoucherCode } from '#contract/voucher-code.ts'
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
import { matches, parseEmail, searchCondition } from '#server/db/search-condition.ts'
import { selectVouchers, toListedVoucher, type VoucherRow } from '#server/vouchers/voucher-rows.ts'

type Filter = (typeof voucherFilters)[number]

type Listed = Query<typeof adminVouchersEndpoint>
type Order = NonNullable<Listed['order']>

/** Returns one page of vouchers in the order that was asked for, in a search the newest first. */
export async function listVouchers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  query: Listed,
): Promise<{ vouchers: AdminVoucher[]; cursor: string | undefined }> {
  const usual = query.status === 'expiring' ? 'soonest' : 'newest'
  const order = (query.search === undefined && query.order) || usual
  const select = order === 'newest' ? selectNewest : selectSorted
  const rows = await db.run(select({ ...query, order }, clock.now()))
  const { page, cursor } = toPage(rows, (row) => writeCursor({ id: row.id, at: row[SORTS[order].column] }))
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

interface PageQuery extends Listed {
  order: Order
}

/** SQL condition: the voucher was issued in the range and comes after the cursor. */
function isListed({ order, cursor, from, to }: Omit<PageQuery, 'search' | 'status'>): RawBuilder<unknown> {
  const { at, direction, readCursor } = SORTS[order]
  return sql`${isWithinDays('issued_at', { from, to })} and ${isAfter(readCursor(cursor), at, 'voucher.id', direction)}`
}

function matchesSearch(search: string | undefined): RawBuilder<unknown> {
  if (search === undefined) return sql`true`
  const address = parseEmail(search)
  if (address !== undefined) return hasAddress(address)
  const number = parsePurchaseNumber('voucher', search) ?? null
  return sql`(${matches(search, identifyCode(search))} or voucher.number = ${number}::integer)`
}

/** Returns the beginning or the last four characters of a code as they are in `words`. */
function identifyCode(search: string): string | undefined {
  const code = readVoucherCode(search)
  const isPart = /^[0-9A-Z]{4,}$/.test(code) && code.length <= CODE_SEARCH_MAX
  return isPart ? `=${readSimilarLetters(code).toLowerCase()}` : undefined
}

const hasAddress = (address: string) => sql`(recipient_email = ${address} or buyer_email = ${address})`

/** How vouchers are searched. */
export const SEARCHABLE_VOUCHERS = {
  table: 'gift_voucher',
  as: 'voucher',
  at: 'issued_at',
  numbered: 'voucher',
  identify: identifyCode,
  hasAddress,
} as const

/** Condition: its import was not taken back. Any other status than `void` says so, too. */
export const IS_HERE = sql`not voucher.taken_back`

type IndexedCondition = Pick<Parameters<typeof searchCondition>[1], 'where' | 'and'>

/**
 * Returns the conditions of a filter. Each uses a partial index, so it must repeat the index's condition word for
 * word.
 */
function conditionsOf(status: Filter | undefined, now: Date): IndexedCondition[] {
  switch (status) {
    case undefined:
      return [{ where: sql`true`, and: IS_HERE }]
    case 'active':
      return [{ where: sql`voucher.status = 'active'`, and: sql`expires_at > ${now}` }]
    case 'expiring':
      return [
        {
          where: sql`voucher.status = 'active'`,
          and: sql`expires_at > ${now} and expires_at <= ${now}::timestamptz + ${ENDS_SOON_DAYS} * interval '1 day'`,
        },
      ]
    case 'expired':
      // Few vouchers wait for the hourly job to expire them. A subquery finds them without a scan of all active ones.
      return [
        { where: sql`voucher.status = 'expired'` },
        { where: sql`voucher.id = any(array(${selectPastExpiry(now)}))` },
      ]
    case 'refunded':
      return [{ where: sql`voucher.status in ('refunded', 'refunding', 'void')`, and: IS_HERE }]
    case 'disputed':
      return [{ where: sql`voucher.status = 'disputed'` }]
    case 'spent':
      return [{ where: sql`voucher.status = 'spent'` }]
  }
}

const selectPastExpiry = (now: Date) =>
  sql`select id from gift_voucher where status = 'active' and expires_at <= ${now}`

function selectNewest({ status, ...query }: PageQuery, now: Date) {
  const parts = conditionsOf(status, now).map(({ where, and = sql`true` }) => {
    const page = searchCondition(query.search, {
      ...SEARCHABLE_VOUCHERS,
      where: sql`${where} and ${isListed(query)}`,
      and,
    })
    return sql`(${selectVouchers(now)} where ${page} order by issued_at desc, voucher.id desc limit ${PAGE_LIMIT})`
  })
  return sql<VoucherRow>`
    select * from (${sql.join(parts, sql` union all `)}) vouchers order by issued_at desc, id desc limit ${PAGE_LIMIT}`
}

/** Conditions whose vouchers make a filter, apart by status: the indexes by last day and balance begin with it. */
export function statusConditions(status: Filter | undefined, now: Date): RawBuilder<unknown>[] {
  const hasStatus = (one: VoucherRow['status']) =>
    sql`voucher.status = ${one} and ${one === 'void' ? IS_HERE : sql`true`}`
  if (status === undefined) return voucherStatuses.map(hasStatus)
  if (status === 'refunded') return (['refunded', 'refunding', 'void'] as const).map(hasStatus)
  return conditionsOf(status, now).map(({ where, and = sql`true` }) => sql`${where} and ${and}`)
}

/** Finds the ids of a page in the index of each status, and then reads only these rows. */
function selectSorted({ status, search, ...query }: PageQuery, now: Date) {
  const { at, direction } = SORTS[query.order]
  const order = sql`order by ${sql.ref(at)} ${DIRECTIONS[direction]}, voucher.id ${DIRECTIONS[direction]} limit ${PAGE_LIMIT}`
  const parts = statusConditions(status, now).map(
    (condition) => sql`(
      select voucher.id, ${sql.ref(at)} from gift_voucher voucher
      where ${condition} and ${isListed(query)} and ${matchesSearch(search)} ${order})`,
  )
  return sql<VoucherRow>`
    ${selectVouchers(now)}
    where voucher.id = any(array(select id from (${sql.join(parts, sql` union all `)}) voucher ${order})) ${order}`
}
