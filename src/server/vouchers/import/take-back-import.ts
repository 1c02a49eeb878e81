import { sql } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { takeBackImportEndpoint } from '#contract/vouchers/voucher-import.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Db } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import type { ImportSum } from '#server/vouchers/import/import-vouchers.ts'

const IS_EMAIL = sql`outbox.about = voucher.id`

/** SQL condition: something was done with an imported `voucher`, so it cannot be as if it had never been here. */
const isTouched = (importId: string) => sql<boolean>`(
  voucher.status <> 'active' or voucher.code_generated
  or exists (select from voucher_entry entry where entry.voucher_id = voucher.id and entry.kind <> 'import')
  or exists (
    select from outbox where ${IS_EMAIL} and (template = 'voucher-gift' or sent_at is not null or claimed_until is not null)
  )
  or voucher.id in (
    select voucher_id from activity
    where action = 'voucher_extended' and at >= (select created_at from voucher_import where id = ${importId})
  ))`

/**
 * Takes a whole import back: reverses each first entry and frees the codes; then forgets names, addresses and notes. Throws
 * `not_active` if one of its vouchers was used, changed, extended, emailed or has expired. Repeating it changes nothing, or forgets
 * the rest.
 *
 * Locks: `voucher_import`, `gift_voucher`, `outbox`. Writes: the first two, `voucher_entry`. Emits: `activity`.
 */
export async function takeBackImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  importId: string,
  actor: string,
): Promise<Reply<typeof takeBackImportEndpoint>> {
  const now = clock.now()
  const { taken, touched, sum } = await db.batch({
    lock: query.selectFrom('voucherImport').select('id').where('id', '=', importId).forNoKeyUpdate(),
    vouchers: query
      .selectFrom('giftVoucher')
      .select('id')
      .where('importId', '=', importId)
      .orderBy('id')
      .forNoKeyUpdate(),
    // A sender that has claimed one is done with its row.
    unsent: sql`
      select outbox.id from gift_voucher voucher join outbox on ${IS_EMAIL} and sent_at is null
      where import_id = ${importId} for update of outbox`,
    done: sql`
      with present as (
        select id from voucher_import
        where id = ${importId} and taken_back_at is null
          and not exists (select from gift_voucher voucher where voucher.import_id = voucher_import.id and ${isTouched(importId)})
      ),
      reversed as (${insertRows(
        'voucherEntry',
        {
          id: sql`gen_random_uuid()`,
          voucherId: sql`voucher_id`,
          kind: 'reverse',
          pence: sql`-pence`,
          balanceAfter: 0,
          actor,
          description: 'Import taken back',
          reverses: sql`entry.id`,
          createdAt: sql`${now}::timestamptz`,
        },
        sql`
          from present join gift_voucher voucher on voucher.import_id = present.id join voucher_entry entry on entry.voucher_id = voucher.id
          order by entry.position`,
      )}),
      voided as (
        update gift_voucher set status = 'void', balance_pence = 0, taken_back = true,
          code = upper(replace(gift_voucher.id::text, '-', ''))
        from present where import_id = present.id
      ),
      taken_back as (update voucher_import set taken_back_at = ${now} from present where voucher_import.id = present.id)
      ${recordActivity(
        {
          at: now,
          actor,
          action: 'import_taken_back',
          after: { import: sql`present.id`, count: sql`count`, pence: sql`pence` },
        },
        sql`
          from present cross join lateral (
            select count(*)::int as count, coalesce(sum(pence), 0)::int as pence
            from gift_voucher voucher join voucher_entry entry on entry.voucher_id = voucher.id where voucher.import_id = present.id
          ) brought`,
      )}`,
    taken: query.selectFrom('voucherImport').select('takenBackAt').where('id', '=', importId),
    touched: query
      .selectFrom('giftVoucher as voucher')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('importId', '=', importId)
      .where('takenBack', '=', false)
      .where(isTouched(importId)),
    sum: sql<ImportSum>`
      select count(*)::int as count, coalesce(sum(pence), 0)::int as pence
      from gift_voucher voucher join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind = 'import'
      where import_id = ${importId}`,
  })
  if (!taken[0]) throw new DomainError('not_found', 'We could not find this import.')
  if (!taken[0].takenBackAt) throw touchedError(touched[0]!.count)
  await forgetPeople(db, importId)
  const { count, pence } = sum[0]!
  return { count, sum: formatPounds(pence) }
}

async function forgetPeople(db: Db, importId: string): Promise<void> {
  let isFull: boolean | undefined
  do {
    const [batch] = await db.run(sql<{ isFull: boolean }>`select forget_import(${importId}) as is_full`)
    isFull = batch?.isFull
  } while (isFull)
}

const touchedError = (count: number) =>
  new DomainError(
    'not_active',
    `${count === 1 ? 'One of these vouchers has been used, changed, emailed or cancelled, or has expired' : `${count} of these vouchers have been used, changed, emailed or cancelled, or have expired`}, so the import can no longer be undone. You can cancel the other vouchers one by one.`,
  )
