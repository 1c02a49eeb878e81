import { sql } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { findHeldVoucherEndpoint, HeldVoucher } from '#contract/vouchers/held-vouchers.ts'
import { HELD_CODE_MIN } from '#contract/vouchers/voucher-page.ts'
import type { Services } from '#server/clients/services.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import {
  countRequest,
  inMinutes,
  secondsUntil,
  uniqueTime,
  type RateLimitResult,
} from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { readHolderToken } from '#server/links/held-voucher-link.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { recipientKey } from '#server/recipient-key.ts'
import { asCompared, LAST_DAY, statusAt } from '#server/vouchers/rules/voucher-facts.ts'

interface HeldRow {
  id: string
  status: HeldVoucher['status']
  codeEnd: string
  originalPence: number
  balancePence: number
  lastDay: string
  entries: { day: string; kind: HeldEntry['kind']; pence: number; after: number }[] | null
}

type HeldEntry = NonNullable<HeldVoucher['entries']>[number]

interface Found extends RateLimitResult {
  /** Null for a code that opens something. */
  missAdmitted: boolean | null
  missRetryAt: Date | null
  voucher: HeldRow | null
}

/** SQL expression: the balance, or what an expired voucher had. An entry beside a balance is of an earlier end. */
const BALANCE = sql`coalesce(case when voucher.status = 'expired' and balance_pence = 0 then (
  select -pence from voucher_entry where voucher_id = voucher.id and kind = 'expire' order by position desc limit 1
) end, balance_pence)`

/** A code that no voucher has: what cannot be one is looked up like any other. */
const NO_CODE = '-'
const CODE = new RegExp(`^[0-9A-Z]{${HELD_CODE_MIN},32}$`)

/**
 * Returns the voucher with a code. Whatever the reason why a code opens nothing, the statements and the response are the
 * same. A code that was not generated here also needs the recipient's address, and opens nothing once too many codes were
 * tried with that address. Each use is shown with the token of an email to the holder only.
 */
export async function findHeldVoucher(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { code, recipientEmail, token }: Body<typeof findHeldVoucherEndpoint>,
  addressKey: string,
): Promise<HeldVoucher> {
  const now = clock.now()
  const read = CODE.test(code) ? code : NO_CODE
  const ofEmail = {
    ...RATE_LIMITS.heldEmailMisses,
    key: recipientEmail === undefined ? addressKey : recipientKey(recipientEmail),
  }
  const { found } = await db.batch({
    // Tries at the same moment would each see the misses before all of them.
    turn: sql`select pg_advisory_xact_lock(hashtextextended(${`held ${ofEmail.key}`}, 0))`,
    found: sql<Found>`
      with rate_limit as (${countRequest({ ...RATE_LIMITS.findHeld, key: addressKey }, now)}),
      found as (
        select voucher.id, code_end(code) as "codeEnd", original_pence as "originalPence", ${BALANCE} as "balancePence",
          ${LAST_DAY} as "lastDay", case voucher.status when 'refunding' then 'refunded' else ${statusAt(now)} end as status,
          (
            select jsonb_agg(jsonb_build_object('day', ${londonDayOf(sql`created_at`)},
              'kind', case kind when 'import' then 'issue' else kind end, 'pence', pence, 'after', balance_after) order by position)
            from voucher_entry where voucher_id = voucher.id and voucher.id = ${readHolderToken(read, token)}
          ) as entries
        from rate_limit cross join gift_voucher voucher
        where rate_limit.admitted and ${asCompared(sql`code`)} = ${asCompared(read)}
          and length(code) >= ${HELD_CODE_MIN} and voucher.status in ('active', 'spent', 'expired', 'refunding', 'refunded')
          and (code_generated or recipient_email <> '' and recipient_email = ${recipientEmail ?? null} and (
            select count(*) from throttle, unnest(hits) hit
            where kind = ${ofEmail.kind} and key = ${ofEmail.key} and hit > ${now}::timestamptz - ${ofEmail.windowMinutes} * interval '1 minute'
          ) < ${ofEmail.limit})
      ),
      missed as (select from rate_limit where admitted and not exists (select from found)),
      email_miss as (${countRequest(ofEmail, now, sql`from missed where ${recipientEmail !== undefined}::boolean`)}),
      miss as (${countRequest({ ...RATE_LIMITS.heldMisses, key: 'all' }, now, sql`from missed`)}),
      guess as (
        ${insertRows(
          'codeGuess',
          {
            day: londonDayOf(now),
            count: 1,
            lastAt: uniqueTime(now),
            slowedAt: sql`case when not miss.admitted then ${now}::timestamptz end`,
          },
          sql`from miss`,
        )}
        on conflict (day) do update set count = code_guess.count + 1, last_at = excluded.last_at,
          slowed_at = coalesce(code_guess.slowed_at, excluded.slowed_at)
        where code_guess.last_at <> excluded.last_at
      )
      select rate_limit.admitted, rate_limit.retry_at, miss.admitted as miss_admitted, miss.retry_at as miss_retry_at,
        (select to_jsonb(found) from found) as voucher
      from rate_limit left join miss on true`,
  })
  const [row] = found
  if (!row?.admitted) throw tooManyError(row?.retryAt ?? now, now)
  if (row.voucher) return toHeldVoucher(row.voucher)
  if (row.missAdmitted === false) throw tooManyError(row.missRetryAt ?? now, now)
  throw new DomainError('not_found', 'We cannot show a voucher for this code. Please ring us.')
}

function tooManyError(retryAt: Date, now: Date): DomainError {
  const retryAfterSeconds = secondsUntil(retryAt, now)
  return new DomainError(
    'too_many_requests',
    `We cannot look up any more codes just now. Please try again in ${inMinutes(retryAfterSeconds)}, or ring us.`,
    { retryAfterSeconds },
  )
}

const toHeldVoucher = (row: HeldRow): HeldVoucher => ({
  id: row.id,
  status: row.status,
  codeEnd: row.codeEnd,
  originalAmount: formatPounds(row.originalPence),
  currentBalance: formatPounds(row.balancePence),
  expiryDate: row.lastDay,
  ...(row.entries && {
    entries: row.entries.map(({ day, kind, pence, after }) => ({
      day,
      kind,
      amount: formatPounds(pence),
      balanceAfter: formatPounds(after),
    })),
  }),
})
