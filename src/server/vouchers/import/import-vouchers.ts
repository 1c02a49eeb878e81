import { sql, type RawBuilder } from 'kysely'
import type { Body, Reply } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import {
  findImportFaults,
  type ImportFault,
  type importVouchersEndpoint,
} from '#contract/vouchers/voucher-import.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail, OWNER_ADDRESSES } from '#server/email/outbox.ts'
import { validUntil } from '#server/vouchers/ledger/issue-voucher.ts'
import { asCompared } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Import = Body<typeof importVouchersEndpoint>
type Brought = Reply<typeof importVouchersEndpoint>

/** Vouchers and what is on them. */
export interface ImportSum {
  count: number
  pence: Pence
}

/**
 * Brings in vouchers that were sold elsewhere, whole or not at all. Their holders get no email now, and later ones only if
 * `holderEmails` says so; every admin gets one. Throws `invalid_request` for faults.
 */
export async function importVouchers(services: Deps, wanted: Import, actor: string): Promise<Brought> {
  const faults = findImportFaults(wanted.rows, londonDay(services.clock.now()))
  if (wanted.dryRun) return await tryOut(services, wanted, faults)
  if (faults.length > 0) throw faultyError(faults)
  try {
    return await bringIn(services, wanted, actor)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    // Another voucher got the code at the same moment.
    return await bringIn(services, wanted, actor)
  }
}

const sumOf = (rows: Import['rows']): ImportSum => ({
  count: rows.length,
  pence: rows.reduce((sum, { balance }) => sum + balance, 0),
})

const toReply = ({ count, pence }: ImportSum, faults: ImportFault[] = []): Brought => ({
  count,
  sum: formatPounds(pence),
  faults,
})

async function tryOut({ db }: Deps, { rows }: Import, faults: ImportFault[]): Promise<Brought> {
  const taken = await db.run(selectTaken(rows))
  return toReply(
    sumOf(rows),
    [...faults, ...taken.map(toFault)].toSorted((one, other) => one.row - other.row),
  )
}

async function bringIn(
  { db, clock, random }: Deps,
  { importId, rows, holderEmails }: Import,
  actor: string,
): Promise<Brought> {
  const now = clock.now()
  const once = idempotent<ImportSum>(
    {
      endpoint: 'importVouchers',
      target: importId,
      requestId: importId,
      body: { rows, holderEmails },
    },
    now,
  )
  const sum = sumOf(rows)
  const isNew = sql`voucher_import.id = ${importId} and finished_at = ${now} and ${once.isFirst}`
  const results = await db.batch({
    ...once.begin,
    import: insertRows(
      'voucherImport',
      { id: importId, actor, createdAt: now, finishedAt: now },
      sql`where ${once.isFirst} and not exists (${selectTaken(rows)})`,
    ).onConflict((conflict) => conflict.doNothing()),
    vouchers: sql`
      with brought as (
        select record.*, voucher_import.id as import_id from ${toRecords(rows.map((row) => ({ ...row, id: random.uuid() })))}, voucher_import
        where ${isNew} and not exists (select from gift_voucher where import_id = ${importId})
      ),
      voucher as (${insertRows(
        'giftVoucher',
        {
          id: sql`id`,
          importId: sql`import_id`,
          paidBy: 'imported',
          code: sql`code`,
          codeGenerated: false,
          buyerName: sql`"buyerName"`,
          recipientName: sql`coalesce("recipientName", '')`,
          recipientEmail: sql`"recipientEmail"`,
          deliverTo: 'print',
          tellHolder: sql`${holderEmails === true}::boolean`,
          reminders: sql`${holderEmails === true}::boolean`,
          originalPence: sql`coalesce("originalAmount", balance)`,
          balancePence: sql`balance`,
          issuedAt: sql`coalesce(${startOfDay(sql`"issuedOn"`)}, ${now}::timestamptz)`,
          expiresAt: sql`coalesce(${startOfDay(sql`"expiryDate"`, 1)}, ${validUntil(now)})`,
        },
        // A trigger locks the customer of each row, in this order everywhere.
        sql`from brought order by "recipientEmail"`,
      )})
      ${insertRows(
        'voucherEntry',
        {
          id: sql`gen_random_uuid()`,
          voucherId: sql`id`,
          kind: 'import',
          pence: sql`balance`,
          balanceAfter: sql`balance`,
          actor,
          description: 'Brought in',
          privateNotes: sql`note`,
          createdAt: sql`${now}::timestamptz`,
        },
        sql`from brought order by place`,
      )}`,
    // After the insert, so that it has the codes for which nothing was inserted.
    taken: selectTaken(rows),
    emails: enqueueEmail(
      {
        key: sql`'vouchers-imported:' || voucher_import.id || suffix`,
        template: 'vouchers-imported',
        recipient: sql`address`,
        data: {
          at: sql`finished_at`,
          ...sum,
          by: sql`coalesce((select name from admin_user where id::text = actor), 'Administrator')`,
        },
        at: now,
      },
      sql`from voucher_import, ${OWNER_ADDRESSES} where ${isNew}`,
    ),
    activity: recordActivity(
      { at: now, actor, action: 'vouchers_imported', after: { import: importId, ...sum } },
      sql`from voucher_import where ${isNew}`,
    ),
    ...once.end(sql`select ${JSON.stringify(sum)}::jsonb as answer from voucher_import where ${isNew}`),
  })
  const brought = once.read(results.stored)
  if (brought) return toReply(brought)
  if (results.taken.length > 0) throw faultyError(results.taken.map(toFault))
  // It was taken back.
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
const selectTaken = (rows: Import['rows']): RawBuilder<TakenCode> => sql<TakenCode>`
  select place::int - 1 as row, present.id is null as is_retired
  from ${toRecords(rows.map(({ code }) => ({ code })))}
    left join gift_voucher present on ${asCompared(sql`present.code`)} = ${asCompared(sql`record.code`)}
    left join retired_code retired on retired.code = ${asCompared(sql`record.code`)}
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
