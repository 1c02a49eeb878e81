import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** Entries that an email lists; the rest is counted. */
const LISTED_MAX = 100

/**
 * SQL condition: the free `voucher` was cancelled, and nothing but that took from it. An Adjust counts, because it books
 * a redemption late, unless it was undone.
 */
export const IS_CANCELLED_UNUSED = sql<boolean>`(voucher.status = 'void' and (
  select count(*) from voucher_entry taken
  where taken.voucher_id = voucher.id and (taken.kind = 'redeem' or taken.kind = 'adjust' and taken.pence < 0
    and not exists (select from voucher_entry undone where undone.reverses = taken.id))
) < 2)`

/**
 * Selects what admins did to the ledger by hand from `since` until before `until`, as it stands now: instead of an entry
 * that was undone, its Undo is listed; a free voucher that was cancelled unused is left out. Of an import there is one row,
 * finished or not. Columns: at, kind, pence, currency, actor, tab, id, number.
 */
export const ledgerByHand = (since: Sql, until: Sql): Sql => sql`
  select entry.created_at as at,
    case entry.kind when 'issue' then voucher.paid_by when 'adjust' then 'goodwill' when 'refund' then 'refund_at_desk'
      else case when original.pence > 0 then 'goodwill_undone' when original.kind = 'expire' then 'restored' else 'put_back' end
    end as kind,
    abs(entry.pence) as pence, 'gbp' as currency, entry.actor, 'vouchers' as tab, voucher.id, voucher.number
  from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    left join voucher_entry original on original.id = entry.reverses
  where entry.effective_at >= ${since} and entry.effective_at < ${until}
    and case entry.kind
      when 'issue' then voucher.paid_by in ('complimentary', 'cash', 'card')
      when 'adjust' then entry.pence > 0
      when 'refund' then voucher.payment_id is null
      -- Others are reversed with their refund, dispute or import.
      when 'reverse' then original.kind in ('redeem', 'adjust', 'expire') and entry.refund_id is null and entry.dispute_id is null
      else false
    end
    and not exists (select from voucher_entry undone where undone.reverses = entry.id)
    and (entry.kind = 'reverse' or not ${IS_CANCELLED_UNUSED})
  union all
  select coalesce(taken_back_at, voucher_import.created_at), case when taken_back_at is null then 'imported' else 'import_taken_back' end,
    sum(entry.pence)::int, 'gbp', coalesce(min(undone.actor), voucher_import.actor), null, null, null
  from voucher_import
    join gift_voucher voucher on voucher.import_id = voucher_import.id
    join voucher_entry entry on entry.voucher_id = voucher.id and entry.kind = 'import'
    left join voucher_entry undone on undone.reverses = entry.id
  where case when taken_back_at is null then voucher_import.created_at >= ${since} and voucher_import.created_at < ${until}
    else voucher_import.created_at < ${since} and taken_back_at >= ${since} and taken_back_at < ${until} end
  group by voucher_import.id`

/** Selects one row: the count of such rows, their sum, and the data that an email lists of them. */
export const summariseByHand = (rows: Sql): Sql => sql`
  select count(*)::int as count, coalesce(sum(pence), 0) as pence, coalesce(jsonb_agg(jsonb_build_object(
      'at', at, 'kind', kind, 'pence', pence, 'currency', currency, 'by', by, 'tab', tab, 'id', id, 'number', number
    ) order by place) filter (where place <= ${LISTED_MAX}), '[]') as entries
  from (
    select done.*, row_number() over (order by at, kind, done.id) as place,
      coalesce(admin_user.name, case actor when 'stripe' then 'Stripe' when 'buyer' then 'Customer' else 'Administrator' end) as by
    from (${rows}) done left join admin_user on admin_user.id::text = actor
  ) placed`
