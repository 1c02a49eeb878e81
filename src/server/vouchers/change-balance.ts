import type { Body, Reply } from '#contract/endpoint'
import { VOUCHER_FROZEN } from '#contract/frozen'
import { formatPounds } from '#contract/money'
import {
  type adjustVoucherEndpoint,
  BALANCE_MAX,
  type redeemVoucherEndpoint,
  type undoVoucherEntryEndpoint,
} from '#contract/voucher-changes'
import { type RawBuilder, sql } from 'kysely'
import { idempotent } from '../db/idempotency.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { capBalance } from './cap-balance.ts'
import type { Change } from './change.ts'
import { readDetail, selectDetail } from './voucher-detail.ts'
import { type EntryRow, isUndoable, type VoucherRow } from './voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Changed = Reply<typeof adjustVoucherEndpoint>

interface Kind {
  action: string
  /** Where the voucher may be for it. */
  from: readonly string[]
  /** One row: pence, kind, description, private_notes, reverses. None: there is nothing to do it to. */
  entry: RawBuilder<unknown>
  whyNot: (voucher: VoucherRow, entries: EntryRow[]) => DomainError
}

const OPEN = ['active', 'spent']

/** Takes a treatment's price off the voucher. */
export function redeemVoucher(
  services: Deps,
  change: Change,
  { requestId, amount, description }: Body<typeof redeemVoucherEndpoint>,
): Promise<Changed> {
  const asked = { amount, description }
  return changeBalance(services, change, requestId, asked, {
    action: 'voucher_redeemed',
    from: ['active'],
    entry: newEntry('redeem', -amount, description ?? 'Redeemed at the clinic'),
    whyNot: tooLittle,
  })
}

/** Corrects the balance, up or down. */
export function adjustVoucher(
  services: Deps,
  change: Change,
  { requestId, ...asked }: Body<typeof adjustVoucherEndpoint>,
): Promise<Changed> {
  return changeBalance(services, change, requestId, asked, {
    action: 'voucher_adjusted',
    from: OPEN,
    entry: newEntry('adjust', asked.amount, asked.description, asked.adminNotes),
    whyNot: asked.amount < 0 ? tooLittle : tooMuch,
  })
}

/** Takes one redemption or adjustment back, once, by an entry of its own. */
export function undoVoucherEntry(
  services: Deps,
  change: Change,
  { requestId, ...asked }: Body<typeof undoVoucherEntryEndpoint>,
): Promise<Changed> {
  return changeBalance(services, change, requestId, asked, {
    action: 'voucher_entry_undone',
    from: OPEN,
    entry: sql`
      select -pence as pence, 'reverse' as kind, 'Undone' as description, null as private_notes, id as reverses
      from voucher_entry entry where id = ${asked.entryId} and voucher_id = ${change.voucherId} and ${isUndoable}`,
    whyNot: (voucher, entries) => whyNotUndone(voucher, entries, asked.entryId),
  })
}

const newEntry = (kind: 'redeem' | 'adjust', pence: number, description: string, notes?: string) => sql`
  select ${pence}::int as pence, ${kind}::text as kind, ${description}::text as description,
    ${notes ?? null}::text as private_notes, null::uuid as reverses`

async function changeBalance(
  { db, clock, random }: Deps,
  { voucherId, actor }: Change,
  requestId: string | undefined,
  body: unknown,
  { action, from, entry, whyNot }: Kind,
): Promise<Changed> {
  const now = clock.now()
  const id = random.uuid()
  const asked = { endpoint: action, target: voucherId, requestId: requestId ?? random.uuid(), body }
  const once = idempotent<{ entryId: string }>(asked, now)
  const done = await db.batch({
    ...once.begin,
    lock: sql`select id from gift_voucher where id = ${voucherId} for no key update`,
    changed: sql`
      with entry as (${entry}),
      before as (
        select voucher.id, voucher.status, balance_pence, balance_pence + entry.pence as after_pence
        from gift_voucher voucher, entry
        where voucher.id = ${voucherId} and voucher.status = any(${from}) and expires_at > ${now}
          and balance_pence + entry.pence >= 0 and (entry.pence < 0 or balance_pence + entry.pence <= ${BALANCE_MAX})
          and ${once.isFirst}
      ),
      voucher as (
        update gift_voucher set balance_pence = after_pence, status = case when after_pence = 0 then 'spent' else 'active' end
        from before where gift_voucher.id = before.id
        returning gift_voucher.id, gift_voucher.status
      ),
      written as (
        insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, private_notes, reverses, created_at)
        select ${id}, before.id, kind, pence, after_pence, ${actor}, description, private_notes, reverses, ${now} from before, entry
      )
      insert into activity (at, actor, action, voucher_id, before, after)
      select ${now}, ${actor}, ${action}, before.id, jsonb_build_object('pence', balance_pence, 'status', before.status),
        jsonb_build_object('pence', after_pence, 'status', voucher.status)
      from before join voucher using (id)`,
    // What an undone redemption brings back may have been refunded meanwhile.
    capped: capBalance(sql`select ${voucherId}::uuid as id`, random.uuid(), now),
    ...once.end(sql`select jsonb_build_object('entryId', id) as answer from voucher_entry where id = ${id}`),
    ...selectDetail(voucherId, now),
  })
  const detail = readDetail(done)
  const answer = once.read(done.asked)
  const made = answer && detail.entries.find((one) => one.id === answer.entryId)
  if (made) return { ...detail, entry: made }
  throw refusal(done.voucher[0]!, from, now) ?? whyNot(done.voucher[0]!, done.entries)
}

/** Why nothing at all can be done to a voucher, in the owner's words. */
function refusal(
  { status, expiresAt, frozenBy }: VoucherRow,
  from: readonly string[],
  now: Date,
): DomainError | undefined {
  if (expiresAt <= now && [...OPEN, 'expired'].includes(status)) {
    return notActive('The time of this voucher is over. Extend it first.')
  }
  if (frozenBy) return notActive(VOUCHER_FROZEN[frozenBy])
  return from.includes(status)
    ? undefined
    : notActive(NOW[status] ?? 'There is nothing left on this voucher.')
}

const NOW: Partial<Record<VoucherRow['status'], string>> = {
  refunding: 'This voucher is being refunded.',
  refunded: 'This voucher has been refunded.',
  void: 'This voucher has been cancelled.',
}

const notActive = (sentence: string) => new DomainError('not_active', sentence)

function tooLittle({ balancePence }: VoucherRow): DomainError {
  const sentence = `There is only £${formatPounds(balancePence)} left on this voucher`
  return new DomainError('insufficient_balance', `${sentence}.`, { fields: { amount: sentence } })
}

function tooMuch({ balancePence }: VoucherRow): DomainError {
  const sentence = `A voucher holds at most £1,000.00: you can add £${formatPounds(Math.max(0, BALANCE_MAX - balancePence))}`
  return new DomainError('invalid_request', `${sentence}.`, { fields: { amount: sentence } })
}

function whyNotUndone(voucher: VoucherRow, entries: EntryRow[], entryId: string): DomainError {
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) return new DomainError('not_found', 'There is no such entry.')
  if (entry.kind !== 'redeem' && entry.kind !== 'adjust') return notActive('This entry cannot be undone.')
  if (!entry.undoable) return new DomainError('changed_meanwhile', 'This entry has been undone already.')
  return entry.pence > 0 ? tooLittle(voucher) : tooMuch(voucher)
}
