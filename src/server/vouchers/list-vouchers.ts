import { sql, type RawBuilder } from 'kysely'
import {
  ENDS_SOON_DAYS,
  type AdminVoucher,
  type adminVouchersEndpoint,
  type voucherFilters,
} from '#contract/admin-vouchers.ts'
import type { Query } from '#contract/endpoint.ts'
import { parsePurchaseNumber } from '#contract/purchase-number.ts'
import { CODE_SEARCH_MAX, readSimilarLetters, readVoucherCode } from '#contract/voucher-code.ts'
import type { Services } from '#server/clients/services.ts'
import {
  isAfter,
  PAGE_LIMIT,
  readCursor,
  toPage,
  writeCursor,
  type CursorPosition,
} from '#server/db/cursor.ts'
import { matches, parseEmail, searchCondition } from '#server/db/search-condition.ts'
import { selectVouchers, toListedVoucher, type VoucherRow } from '#server/vouchers/voucher-rows.ts'

type Filter = (typeof voucherFilters)[number]

/** Returns one page of vouchers, newest first; those that expire soon, soonest first. */
export async function listVouchers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { search, status, cursor }: Query<typeof adminVouchersEndpoint>,
): Promise<{ vouchers: AdminVoucher[]; cursor: string | undefined }> {
  const now = clock.now()
  const part = { search, after: readCursor(cursor) }
  const rows = await db.run(
    status === 'expiring' ? selectExpiring(part, now) : selectNewest(part, status, now),
  )
  const { page, cursor: next } = toPage(rows, ({ id, expiresAt, issuedAt }) =>
    writeCursor({ id, at: status === 'expiring' ? expiresAt : issuedAt }),
  )
  return { vouchers: page.map(toListedVoucher), cursor: next }
}

interface PageQuery {
  search: string | undefined
  after: CursorPosition | undefined
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
function conditionsOf(status: Exclude<Filter, 'expiring'> | undefined, now: Date): IndexedCondition[] {
  switch (status) {
    case undefined:
      return [{ where: sql`true`, and: IS_HERE }]
    case 'active':
      return [{ where: sql`voucher.status = 'active'`, and: sql`expires_at > ${now}` }]
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

function selectNewest(
  { search, after }: PageQuery,
  status: Exclude<Filter, 'expiring'> | undefined,
  now: Date,
) {
  const afterCursor = isAfter(after, 'issued_at', 'voucher.id')
  const parts = conditionsOf(status, now).map(({ where, and = sql`true` }) => {
    const page = searchCondition(search, {
      ...SEARCHABLE_VOUCHERS,
      where: sql`${where} and ${afterCursor}`,
      and,
    })
    return sql`(${selectVouchers(now)} where ${page} order by issued_at desc, voucher.id desc limit ${PAGE_LIMIT})`
  })
  return sql<VoucherRow>`
    select * from (${sql.join(parts, sql` union all `)}) vouchers order by issued_at desc, id desc limit ${PAGE_LIMIT}`
}

function selectExpiring({ search, after }: PageQuery, now: Date) {
  const afterCursor = after ? sql`(expires_at, voucher.id) > (${after.at}, ${after.id}::uuid)` : sql`true`
  return sql<VoucherRow>`
    ${selectVouchers(now)} where voucher.status = 'active' and expires_at > ${now}
      and expires_at <= ${now}::timestamptz + ${ENDS_SOON_DAYS} * interval '1 day' and ${afterCursor} and ${matchesSearch(search)}
    order by expires_at, voucher.id limit ${PAGE_LIMIT}`
}
