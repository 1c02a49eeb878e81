import { sql, type RawBuilder } from 'kysely'
import type { Body, Reply } from '#contract/endpoint.ts'
import { formatPounds, type Pence } from '#contract/money.ts'
import { londonDay } from '#contract/send-date.ts'
import { findImportFaults, type ImportFault, type importVouchersEndpoint } from '#contract/voucher-import.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { OF_IMPORT, tellOfImports } from '#server/vouchers/finish-imports.ts'
import { validUntil } from '#server/vouchers/issue-voucher.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Slice = Body<typeof importVouchersEndpoint>
type Brought = Reply<typeof importVouchersEndpoint>

/** Vouchers and what is on them. */
export interface ImportSum {
  count: number
  pence: Pence
}

/**
 * Brings in a slice of vouchers that were sold elsewhere, whole or not at all. Their holders get no email now, and later ones only if
 * `holderEmails` says so. With the
 * last slice, every admin gets an email. Throws `invalid_request` for faults, and `changed_meanwhile` if the slice does not
 * follow the ones before it.
 */
export async function importVouchers(services: Deps, slice: Slice, actor: string): Promise<Brought> {
  const faults = findImportFaults(slice.rows, londonDay(services.clock.now()))
  if (slice.dryRun) return await tryOut(services, slice, faults)
  if (faults.length > 0) throw faultyError(faults)
  try {
    return await bringIn(services, slice, actor)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    // Another voucher got the code at the same moment.
    return await bringIn(services, slice, actor)
  }
}

async function tryOut({ db }: Deps, { rows }: Slice, faults: ImportFault[]): Promise<Brought> {
  const taken = await db.run(selectTaken(toRecords(rows)))
  return {
    count: rows.length,
    sum: formatPounds(rows.reduce((sum, { balance }) => sum + balance, 0)),
    faults: [...faults, ...taken.map(toFault)].toSorted((one, other) => one.row - other.row),
  }
}

async function bringIn(
  { db, clock, random }: Deps,
  { importId, from, isLast, rows, holderEmails }: Slice,
  actor: string,
): Promise<Brought> {
  const now = clock.now()
  const ids = rows.map(() => random.uuid())
  const once = idempotent<ImportSum>(
    {
      endpoint: `importVouchers ${from}`,
      target: importId,
      requestId: importId,
      body: { rows, isLast, holderEmails },
    },
    now,
  )
  const records = toRecords(rows.map((row, nth) => ({ ...row, id: ids[nth] })))
  const results = await db.batch({
    ...once.begin,
    import: insertRows(
      'voucherImport',
      query
        .selectNoFrom([])
        .where(once.isFirst)
        .where(sql<boolean>`${from}::int = 0`)
        .where(sql<boolean>`not exists (${selectTaken(records)})`),
      () => ({ id: importId, actor, createdAt: now }),
    ).onConflict((conflict) => conflict.doNothing()),
    lock: sql`select id from voucher_import where id = ${importId} for no key update`,
    vouchers: sql`
      with slice as (
        select record.*, voucher_import.id as import_id from ${records}, voucher_import
        where voucher_import.id = ${importId} and finished_at is null and taken_back_at is null and ${once.isFirst}
          and ${from} = (select count(*) from gift_voucher where import_id = voucher_import.id)
          and not exists (${selectTaken(records)})
      ),
      voucher as (
        insert into gift_voucher (id, import_id, paid_by, code, code_generated, buyer_name, recipient_name, recipient_email,
          deliver_to, tell_holder, reminders, original_pence, balance_pence, issued_at, expires_at)
        select id, import_id, 'imported', code, false, "buyerName", coalesce("recipientName", ''), "recipientEmail",
          'print', ${holderEmails === true}::boolean, ${holderEmails === true}::boolean, coalesce("originalAmount", balance), balance,
          coalesce("issuedOn"::timestamp at time zone 'Europe/London', ${now}::timestamptz),
          coalesce(("expiryDate" + 1)::timestamp at time zone 'Europe/London', ${validUntil(now)})
        from slice
      )
      insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, private_notes, created_at)
      select gen_random_uuid(), id, 'import', balance, balance, ${actor}, 'Brought in', note, ${now}::timestamptz
      from slice order by place`,
    // After the insert, so that it has the codes for which nothing was inserted.
    taken: selectTaken(records),
    finished: sql`
      update voucher_import set finished_at = ${now}
      where id = ${importId} and ${isLast}::boolean and finished_at is null and exists (select from gift_voucher where id = any(${ids}::uuid[]))`,
    ...tellOfImports(now),
    ...once.end(sql`
      select jsonb_build_object('count', count(*), 'pence', sum(pence)) as answer ${OF_IMPORT}
      where voucher.id = any(${ids}::uuid[]) having count(*) > 0`),
  })
  const brought = once.read(results.stored)
  if (brought) return { count: brought.count, sum: formatPounds(brought.pence), faults: [] }
  if (results.taken.length > 0) throw faultyError(results.taken.map(toFault))
  throw new DomainError('changed_meanwhile', 'This import can no longer be continued. Please begin it again.')
}

/** SQL table `record` of the rows, with their place from 1. */
const toRecords = (rows: readonly object[]) => sql`
  rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
    id uuid, code text, balance int, "originalAmount" int, "issuedOn" date, "expiryDate" date, "recipientName" text,
    "recipientEmail" text, "buyerName" text, note text
  )) with ordinality as record (id, code, balance, "originalAmount", "issuedOn", "expiryDate", "recipientName",
    "recipientEmail", "buyerName", note, place)`

interface TakenCode {
  /** From 0. */
  row: number
  /** Whether a voucher had it before it was replaced. */
  isRetired: boolean
}

/** Selects the rows whose code a voucher has or had. */
const selectTaken = (records: RawBuilder<unknown>): RawBuilder<TakenCode> => sql<TakenCode>`
  select place::int - 1 as row, present.id is null as is_retired
  from ${records}
    left join gift_voucher present on translate(present.code, 'ILO', '110') = translate(record.code, 'ILO', '110')
    left join retired_code retired on retired.code = translate(record.code, 'ILO', '110')
  where coalesce(present.id, retired.voucher_id) is not null
  order by place`

const toFault = ({ row, isRetired }: TakenCode): ImportFault => ({
  row,
  field: 'code',
  message: isRetired
    ? 'This code was replaced by a new one in the past, so it cannot be used again'
    : 'There is already a voucher with this code',
})

function faultyError(faults: ImportFault[]): DomainError {
  const fields = Object.fromEntries(
    faults.map(({ row, field, message }) => [`rows.${row}.${field}`, message]),
  )
  return new DomainError('invalid_request', `${faults[0]!.message}.`, { fields })
}
