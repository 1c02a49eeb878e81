import { clinic } from '#content/clinic'
import { sql } from 'kysely'
import type { VoucherPurchase, voucherStatuses } from '#contract/vouchers'
import type { Statement } from '../db/db.ts'
import { checkCharacter, CODE_ALPHABET } from '#contract/voucher-code'
import type { Random } from '../clients/services.ts'

/** The new ids and code of a voucher; its other values come from the payment. */
export interface NewVoucher {
  id: string
  entryId: string
  emailIds: { receipt: string; gift: string }
  code: string
}

/** A paid intent at Stripe. */
export interface PaidIntent {
  paymentId: string
  intentId: string
  pence: number
  at: Date
}

/** SQL expression: end of validity (exclusive), midnight in London after the last valid day. */
export const validUntil = (paidAt: Date) => sql`
  ((${paidAt}::timestamptz at time zone 'Europe/London')::date + ${clinic.vouchers.validMonths} * interval '1 month' + interval '1 day')
  at time zone 'Europe/London'`

/**
 * Returns the statements that issue the voucher of a paid payment. All later statements depend on the voucher row of
 * this call, so for a second caller they do nothing.
 *
 * Locks: none, the batch has locked the payment. Writes: `gift_voucher`, `voucher_entry`. Emits: `outbox`,
 * `activity`.
 */
export function issueVoucher(voucher: NewVoucher, paid: PaidIntent, now: Date) {
  return {
    voucher: insertVoucher(voucher, paid),
    issue: insertIssue(voucher, now),
    emails: insertEmails(voucher, now),
    activity: insertActivity(voucher, now),
  }
}

function insertVoucher({ id, code }: NewVoucher, paid: PaidIntent): Statement {
  return sql`
    insert into gift_voucher (id, payment_id, code, buyer_name, buyer_email, recipient_name, recipient_email,
      personal_message, original_pence, balance_pence, issued_at, expires_at)
    select ${id}, id, ${code}, purchase ->> 'buyerName', purchase ->> 'buyerEmail', purchase ->> 'recipientName',
      purchase ->> 'recipientEmail', purchase ->> 'personalMessage', amount_pence, amount_pence, ${paid.at}, ${validUntil(paid.at)}
    from payment
    where id = ${paid.paymentId} and purpose = 'gift_voucher' and settled_at is null and amount_pence = ${paid.pence}
      and stripe_payment_intent_id = ${paid.intentId}`
}

function insertIssue({ id, entryId }: NewVoucher, now: Date): Statement {
  return sql`
    insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
    select ${entryId}, id, 'issue', original_pence, original_pence, 'buyer', 'Bought online', ${now}
    from gift_voucher where id = ${id}`
}

/** SQL expression: the data of a voucher's emails, with its present balance. */
export const voucherEmailData = sql`jsonb_build_object(
  'voucherCode', voucher.code, 'pence', voucher.balance_pence, 'reference', payment.stripe_payment_intent_id,
  'paidBy', voucher.paid_by, 'buyerName', voucher.buyer_name, 'recipientName', voucher.recipient_name,
  'recipientEmail', voucher.recipient_email, 'personalMessage', voucher.personal_message,
  'paidAt', voucher.issued_at, 'lastDay', (voucher.expires_at at time zone 'Europe/London')::date - 1)`

function insertEmails({ id, emailIds }: NewVoucher, now: Date): Statement {
  return sql`
    insert into outbox (id, key, template, recipient, data, created_at, due_at)
    select mail.id, 'voucher:' || voucher.id || ':' || mail.template, mail.template, mail.recipient, ${voucherEmailData}, ${now}, ${now}
    from gift_voucher voucher join payment on payment.id = voucher.payment_id,
      lateral (values
        (${emailIds.receipt}::uuid, 'voucher-receipt', voucher.buyer_email),
        (${emailIds.gift}::uuid, 'voucher-gift', voucher.recipient_email)
      ) as mail (id, template, recipient)
    where voucher.id = ${id}`
}

function insertActivity({ id }: NewVoucher, now: Date): Statement {
  return sql`
    insert into activity (at, actor, action, payment_id, voucher_id, after)
    select ${now}, 'buyer', 'voucher_issued', payment_id, id, jsonb_build_object('pence', original_pence)
    from gift_voucher where id = ${id}`
}

export interface BoughtVoucherRow {
  id: string
  code: string
  status: (typeof voucherStatuses)[number]
  buyerName: string
  recipientName: string
  recipientEmail: string
  personalMessage: string | null
  originalPence: number
  balancePence: number
  /** The last valid day in London, YYYY-MM-DD. */
  lastDay: string
  issuedAt: Date
  /** The form data of the purchase; null after erasure. */
  purchase: VoucherPurchase | null
}

/** Returns the voucher of a payment, also if another caller has issued it. */
export function selectBoughtVoucher(
  paymentId: string,
  intentId: string,
  now: Date,
): Statement<BoughtVoucherRow> {
  return sql<BoughtVoucherRow>`
    select voucher.id, voucher.code, voucher.buyer_name, voucher.recipient_name, voucher.recipient_email,
      voucher.personal_message, voucher.original_pence, voucher.balance_pence, voucher.issued_at, payment.purchase,
      case when voucher.status = 'active' and voucher.expires_at <= ${now} then 'expired' else voucher.status end as status,
      ((voucher.expires_at at time zone 'Europe/London')::date - 1) as last_day
    from gift_voucher voucher join payment on payment.id = voucher.payment_id
    where payment.id = ${paymentId} and payment.stripe_payment_intent_id = ${intentId}`
}

const RANDOM_CHARACTERS = 15

/** Returns a code of 75 random bits and a check character: 16 characters without hyphens. */
export function generateVoucherCode(random: Random): string {
  // 256 is a multiple of 32, so every character is as likely as any other.
  const body = Array.from(random.bytes(RANDOM_CHARACTERS), (byte) =>
    CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length),
  ).join('')
  return body + checkCharacter(body)
}
