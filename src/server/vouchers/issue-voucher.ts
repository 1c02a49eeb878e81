import { clinic } from '#content/clinic'
import { sql } from 'kysely'
import type { VoucherPurchase, voucherStatuses } from '#contract/vouchers'
import { recordActivity } from '../activity/record-activity.ts'
import { enqueueEmail } from '../email/outbox.ts'
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
    receipt: enqueueVoucherEmail(voucher.id, 'voucher-receipt', voucher.emailIds.receipt, now),
    gift: enqueueVoucherEmail(voucher.id, 'voucher-gift', voucher.emailIds.gift, now),
    activity: recordActivity(
      {
        at: now,
        actor: 'buyer',
        action: 'voucher_issued',
        paymentId: sql`payment_id`,
        voucherId: sql`id`,
        after: { pence: sql`original_pence` },
      },
      sql`from gift_voucher where id = ${voucher.id}`,
    ),
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

/** The data of a voucher's emails, with its present balance. */
export const voucherEmailData = {
  voucherCode: sql`voucher.code`,
  pence: sql`voucher.balance_pence`,
  number: sql`voucher.number`,
  reference: sql`payment.stripe_payment_intent_id`,
  paidBy: sql`voucher.paid_by`,
  buyerName: sql`voucher.buyer_name`,
  recipientName: sql`voucher.recipient_name`,
  recipientEmail: sql`voucher.recipient_email`,
  personalMessage: sql`voucher.personal_message`,
  paidAt: sql`voucher.issued_at`,
  lastDay: sql`(voucher.expires_at at time zone 'Europe/London')::date - 1`,
}

const RECIPIENTS = {
  'voucher-receipt': sql`voucher.buyer_email`,
  'voucher-copy': sql`voucher.buyer_email`,
  'voucher-gift': sql`voucher.recipient_email`,
}

/** Enqueues an email of a new voucher, unless it has no address to send it to. */
export const enqueueVoucherEmail = (
  voucherId: string,
  template: keyof typeof RECIPIENTS,
  emailId: string,
  now: Date,
): Statement =>
  enqueueEmail(
    {
      id: emailId,
      key: `voucher:${voucherId}:${template}`,
      template,
      recipient: RECIPIENTS[template],
      data: voucherEmailData,
      at: now,
    },
    sql`
      from gift_voucher voucher left join payment on payment.id = voucher.payment_id
      where voucher.id = ${voucherId} and ${RECIPIENTS[template]} is not null`,
  )

export interface BoughtVoucherRow {
  id: string
  number: number
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
    select voucher.id, voucher.number, voucher.code, voucher.buyer_name, voucher.recipient_name, voucher.recipient_email,
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
