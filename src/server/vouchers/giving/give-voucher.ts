import { sql, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { cancelEmails, enqueueEmail, isUnclaimed } from '#server/email/outbox.ts'
import {
  dueAt,
  IS_ACCEPTED,
  IS_GIFT_EMAIL,
  isBeingSent,
  JOIN_GIFT_EMAIL,
  MAY_BE_DELIVERED,
} from '#server/vouchers/giving/gift-email.ts'
import { asCompared, dayAhead, GIFT_ADDRESS } from '#server/vouchers/rules/voucher-facts.ts'

type Sql = RawBuilder<unknown>

/** Where a voucher goes, when and with which code. SQL is about `voucher` and `gift`, its last email, before the change. */
export interface Giving {
  /** Condition. */
  where: Sql
  /** The recipient's address. Null, the default: it goes where it goes now; one on paper stays there. */
  recipientEmail?: Sql
  /** The buyer's corrected address. */
  buyerEmail?: string
  /** The day; null, the default, for at once. */
  sendOn?: Sql
  /** `where`: condition, it needs one. `byBuyer`: whether it is the one that the buyer may have. */
  newCode?: { code: string; where?: Sql; byBuyer?: boolean }
  /** The id of an admin, or `buyer`. */
  actor: string
  now: Date
}

/**
 * Gives a voucher that is not being sent and selects its id: emails it, on its day if it has one, instead of an email that waits;
 * tells the buyer of another address, day or code; and tells the former recipient of a new code, if their mail server had
 * taken the email. One on paper is not emailed, and one that cannot be used now once it can. The ledger stays.
 *
 * Locks: none, the batch has locked the voucher and its unsent email. Writes: `gift_voucher`, `retired_code`, `outbox`.
 * Emits: `outbox`, `activity`.
 */
export function giveVoucher({
  where,
  recipientEmail = sql`null::text`,
  buyerEmail,
  sendOn = sql`null::date`,
  newCode,
  actor,
  now,
}: Giving): Statement<{ id: string }> {
  const buyer = sql`${buyerEmail ?? null}::text`
  const isCorrected = actor === 'buyer' ? sql`present.address is not null` : sql`false`
  const action = sql<'voucher_reissued' | 'gift_changed' | 'voucher_resent'>`
    case when has_new_code then 'voucher_reissued' else ${actor === 'buyer' ? 'gift_changed' : 'voucher_resent'} end`
  return sql<{ id: string }>`
    with present as (
      select voucher.*, nullif(${recipientEmail}, ${GIFT_ADDRESS}) as address, ${sendOn} as day, ${GIFT_ADDRESS} as former_address,
        ${IS_ACCEPTED} as was_accepted, ${MAY_BE_DELIVERED} as was_delivered, ${newCode ? (newCode.where ?? true) : false}::boolean as has_new_code
      from gift_voucher voucher ${JOIN_GIFT_EMAIL}
      where not ${isBeingSent(now)} and voucher.buyer_name is distinct from ''
        and (voucher.deliver_to = 'print' or coalesce(${recipientEmail}, ${buyer}, ${GIFT_ADDRESS}) <> '') and ${where}
    ),
    retired as (${insertRows(
      'retiredCode',
      {
        code: asCompared(sql`code`),
        voucherId: sql`id`,
        retiredAt: now,
        byBuyer: newCode?.byBuyer ?? false,
      },
      sql`from present where has_new_code`,
    )}),
    voucher as (
      update gift_voucher set send_on = day,
        code = case when has_new_code then ${newCode?.code ?? null} else gift_voucher.code end,
        code_generated = gift_voucher.code_generated or has_new_code,
        recipient_email = coalesce(address, gift_voucher.recipient_email),
        deliver_to = case when address is null then gift_voucher.deliver_to else 'recipient' end,
        buyer_email = coalesce(${buyer}, gift_voucher.buyer_email),
        corrections = gift_voucher.corrections + (${isCorrected})::int
      from present where gift_voucher.id = present.id
      returning gift_voucher.*, was_accepted, was_delivered, has_new_code, former_address, present.recipient_email as former_recipient, present.send_on as former_day, code_end(present.code) as former_code_end
    ),
    cancelled as (${cancelEmails(
      sql`
        (template = 'voucher-gift' and about in (select id from voucher) and key <> ${giftKey(sql`about`, now)}
          -- A use tells of the visit of the holder before.
          or template = 'voucher-used' and about in (select id from voucher where former_recipient is distinct from recipient_email))
        and ${isUnclaimed(now)}`,
      now,
    )}),
    gift_email as (${sendGift(now)}),
    buyer_email as (${tellBuyer(now)}),
    former_email as (${tellFormerRecipient(now)}),
    activity_entry as (${recordActivity(
      {
        at: now,
        actor,
        action,
        voucherId: sql`id`,
        after: {
          corrected: sql`former_address is distinct from ${GIFT_ADDRESS}`,
          sendOn: sql`case when former_day is distinct from send_on then ${dayAhead(sql`send_on`, now)} end`,
        },
      },
      // A corrected address of the buyer has an activity.
      sql`from voucher where has_new_code or ${buyerEmail === undefined}`,
    )})
    select id from voucher`
}

/** Of all changes in one millisecond, one email tells. */
const giftKey = (voucherId: Sql, now: Date) =>
  sql`'voucher:' || ${voucherId} || ${`:voucher-gift:${now.getTime()}`}::text`

/** A new key: two changes of one millisecond are two emails. The changes themselves are safe to repeat. */
const newKey = (template: string) =>
  sql`'voucher:' || voucher.id || ${`:${template}:`}::text || gen_random_uuid()`

const sendGift = (now: Date) =>
  enqueueEmail(
    {
      key: giftKey(sql`voucher.id`, now),
      template: 'voucher-gift',
      data: {
        // The address has had it with its former code, or was to learn that.
        replaces: sql`
          voucher.former_address = ${GIFT_ADDRESS} and (has_new_code and was_delivered or exists (
            select from outbox where ${IS_GIFT_EMAIL} and sent_at is null and withdrawn_at is null and (data ->> 'replaces')::boolean))`,
      },
      at: now,
      dueAt: dueAt(sql`voucher.send_on`, now),
    },
    sql`from voucher where ${GIFT_ADDRESS} <> ''`,
  )

/** Not the buyer to whom the voucher is emailed. */
const tellBuyer = (now: Date) =>
  enqueueEmail(
    {
      key: newKey('gift-changed'),
      template: 'gift-changed',
      data: {
        isReissued: sql`has_new_code`,
        isSameAddress: sql`voucher.former_address is not distinct from ${GIFT_ADDRESS}`,
      },
      at: now,
    },
    sql`
      from voucher where voucher.buyer_email is distinct from ${GIFT_ADDRESS} and voucher.buyer_email <> ''
        and (has_new_code or voucher.former_address is distinct from ${GIFT_ADDRESS}
          or ${dayAhead(sql`voucher.former_day`, now)} is distinct from ${dayAhead(sql`voucher.send_on`, now)})`,
  )

/** A buyer who had it is told by `tellBuyer`. */
const tellFormerRecipient = (now: Date) =>
  enqueueEmail(
    {
      key: newKey('gift-replaced'),
      template: 'gift-replaced',
      recipient: sql`voucher.former_address`,
      data: { codeEnd: sql`voucher.former_code_end` },
      at: now,
    },
    sql`
      from voucher where has_new_code and was_accepted and voucher.former_address <> ${GIFT_ADDRESS}
        and voucher.former_address is distinct from voucher.buyer_email`,
  )

export const beingSentError = () =>
  new DomainError(
    'changed_meanwhile',
    'We are emailing this voucher right now. Please try again in two minutes.',
  )
