import { sql, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { GIFT_ADDRESS } from '#server/db/voucher-facts.ts'
import { IS_ACCEPTED, isBeingSent, MAY_BE_DELIVERED } from '#server/vouchers/gift-email.ts'
import { sendGiftEmail, tellBuyer, tellFormerRecipient } from '#server/vouchers/send-gift-email.ts'

interface Replacement {
  /** Condition on `voucher`. */
  where: RawBuilder<unknown>
  code: string
  /** Default: where it goes now. */
  recipientEmail?: string | undefined
  /** The buyer's corrected address. */
  buyerEmail?: string
  /** Whether it is the one that the buyer may have. */
  byBuyer: boolean
  actor: string
  now: Date
}

/**
 * Replaces the code of a voucher that is not being sent, and emails it unless it stays on paper: one that cannot be used
 * now, once it can. The ledger stays. Tells the buyer, and the former recipient if their mail server had taken the email.
 *
 * Locks: none, the batch has locked the voucher and its unsent email. Writes: `gift_voucher`, `retired_code`, `outbox`.
 * Emits: `outbox`, `activity`.
 */
export const replaceCode = ({
  where,
  code,
  recipientEmail,
  buyerEmail,
  byBuyer,
  actor,
  now,
}: Replacement) => {
  const address = sql`${recipientEmail ?? null}::text`
  return sql`
    with present as (
      select voucher.*, ${IS_ACCEPTED} as was_accepted, ${GIFT_ADDRESS} as former_address,
        ${MAY_BE_DELIVERED} as was_delivered
      from gift_voucher voucher
      where not ${isBeingSent(now)}
        and (voucher.deliver_to = 'print' or coalesce(${address}, ${buyerEmail ?? null}, ${GIFT_ADDRESS}) <> '') and voucher.buyer_name is distinct from '' and ${where}
    ),
    retired as (
      insert into retired_code (code, voucher_id, retired_at, by_buyer)
      select translate(code, 'ILO', '110'), id, ${now}, ${byBuyer} from present
    ),
    voucher as (
      update gift_voucher set code = ${code}, code_generated = true, send_on = null,
        recipient_email = coalesce(${address}, gift_voucher.recipient_email),
        deliver_to = case when ${address} is null then gift_voucher.deliver_to else 'recipient' end,
        buyer_email = coalesce(${buyerEmail ?? null}, gift_voucher.buyer_email),
        corrections = gift_voucher.corrections + ${actor === 'buyer' ? 1 : 0}
      from present where gift_voucher.id = present.id
      returning gift_voucher.*, was_accepted, was_delivered, former_address, code_end(present.code) as former_code_end
    ),
    ${sendGiftEmail(now, sql`voucher.was_delivered and voucher.former_address = ${GIFT_ADDRESS}`)},
    ${tellBuyer(now)},
    ${tellFormerRecipient(now)}
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'voucher_reissued',
        voucherId: sql`id`,
        after: { corrected: sql`former_address is distinct from ${GIFT_ADDRESS}` },
      },
      sql`from voucher`,
    )}`
}
