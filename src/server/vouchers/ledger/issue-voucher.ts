import { sql, type InferResult, type NotNull } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { checkCharacter, CODE_ALPHABET } from '#contract/vouchers/voucher-code.ts'
import type { BoughtVoucher } from '#contract/vouchers/vouchers.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Random } from '#server/clients/services.ts'
import type { JsonPrimitive } from '#server/db/database.types.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { inLondon, londonDayOf } from '#server/db/london-days.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { refundedPence } from '#server/money/rules/refundable-pence.ts'
import { canChangeEmail } from '#server/purchases/rules/can-change-email.ts'
import { HAS_NEW_LINK, linkIdOf } from '#server/purchases/rules/link-id.ts'
import { dueAt } from '#server/vouchers/giving/gift-email.ts'
import { dayAhead, GIFT_ADDRESS, LAST_DAY, statusAt } from '#server/vouchers/rules/voucher-facts.ts'

/** The new id and code of a voucher; its other values come from the payment. */
export interface NewVoucher {
  id: string
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
export const validUntil = (paidAt: Date) =>
  inLondon(
    sql`(${londonDayOf(paidAt)} + ${clinic.vouchers.validMonths} * interval '1 month' + interval '1 day')`,
  )

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
    issue: insertIssue(voucher.id, 'buyer', 'Bought online', now),
    receipt: enqueueVoucherEmail(voucher.id, 'voucher-receipt', now),
    gift: enqueueVoucherEmail(voucher.id, 'voucher-gift', now),
    notice: enqueueNotice(voucher.id, now),
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

/** Enqueues the email to the clinic, unless the owner wants one summary a day. */
const enqueueNotice = (voucherId: string, now: Date): Statement =>
  enqueueEmail(
    {
      key: `voucher:${voucherId}:voucher-notice`,
      template: 'voucher-notice',
      recipient: clinic.email,
      data: {
        voucher: sql`voucher.id`,
        pence: sql`voucher.original_pence`,
        number: sql`voucher.number`,
        reference: sql`payment.stripe_payment_intent_id`,
        buyerName: sql`voucher.buyer_name`,
        buyerEmail: sql`voucher.buyer_email`,
        recipientName: sql`voucher.recipient_name`,
        paidAt: sql`voucher.issued_at`,
      },
      at: now,
    },
    sql`
      from gift_voucher voucher join payment on payment.id = voucher.payment_id, settings
      where voucher.id = ${voucherId} and settings.sale_emails = 'each'`,
  )

const insertVoucher = ({ id, code }: NewVoucher, paid: PaidIntent): Statement =>
  insertRows(
    'giftVoucher',
    (payment) => ({
      id,
      paymentId: payment.ref('id'),
      code,
      buyerName: sql`purchase ->> 'buyerName'`,
      buyerEmail: sql`purchase ->> 'buyerEmail'`,
      recipientName: sql`purchase ->> 'recipientName'`,
      recipientEmail: sql`purchase ->> 'recipientEmail'`,
      personalMessage: sql`purchase ->> 'personalMessage'`,
      deliverTo: sql`coalesce(purchase ->> 'deliverTo', 'recipient')`,
      sendOn: sql`(purchase ->> 'sendOn')::date`,
      originalPence: payment.ref('amountPence'),
      balancePence: payment.ref('amountPence'),
      issuedAt: paid.at,
      expiresAt: validUntil(paid.at),
    }),
    query
      .selectFrom('payment')
      .where('id', '=', paid.paymentId)
      .where('purpose', '=', 'gift_voucher')
      .where('settledAt', 'is', null)
      .where('amountPence', '=', paid.pence)
      .where('stripePaymentIntentId', '=', paid.intentId),
  )

/** Inserts the first entry of a new voucher, once. */
export const insertIssue = (voucherId: string, actor: string, description: string, now: Date) =>
  insertRows(
    'voucherEntry',
    (voucher) => ({
      id: sql`gen_random_uuid()`,
      voucherId: voucher.ref('id'),
      kind: 'issue' as const,
      pence: voucher.ref('originalPence'),
      balanceAfter: voucher.ref('originalPence'),
      actor,
      description,
      happenedAt: voucher.ref('issuedAt'),
      createdAt: now,
    }),
    query
      .selectFrom('giftVoucher')
      .where('id', '=', voucherId)
      .where(sql<boolean>`not exists (select from voucher_entry where voucher_id = ${voucherId})`),
  )

const RECIPIENTS = {
  'voucher-receipt': sql`voucher.buyer_email`,
  'voucher-copy': sql`voucher.buyer_email`,
  'voucher-gift': GIFT_ADDRESS,
}

/** Enqueues an email of a new voucher, unless it has no address to send it to. */
export const enqueueVoucherEmail = (
  voucherId: string,
  template: keyof typeof RECIPIENTS,
  now: Date,
): Statement =>
  enqueueEmail(
    {
      key: `voucher:${voucherId}:${template}`,
      template,
      data: {},
      at: now,
      ...(template === 'voucher-gift' && { dueAt: dueAt(sql`voucher.send_on`, now) }),
    },
    sql`
      from gift_voucher voucher
      where voucher.id = ${voucherId} and ${RECIPIENTS[template]} is not null`,
  )

/**
 * `lastDay` is the last valid day in London; `sendOn` is null once its time has come; `purchase` is the form data, null
 * after erasure.
 */
export type BoughtVoucherRow = InferResult<ReturnType<typeof selectBoughtVoucher>>[number]

/** Returns the voucher of a payment, also if another caller has issued it. */
export const selectBoughtVoucher = (paymentId: string, intentId: string, now: Date) =>
  query
    .selectFrom('giftVoucher as voucher')
    .innerJoin('payment', 'payment.id', 'voucher.paymentId')
    .select(['voucher.id', 'code', 'buyerName', 'recipientName', 'recipientEmail', 'personalMessage'])
    .select(['deliverTo', dayAhead(sql`voucher.send_on`, now).as('sendOn')])
    .select(['voucher.number', 'originalPence', 'issuedAt', 'purchase', 'buyerEmail as email'])
    .select(linkIdOf(sql`payment.id`).as('linkId'))
    .select(HAS_NEW_LINK.as('hasNewLink'))
    .select(canChangeEmail(sql`voucher.issued_at`, now).as('canChangeEmail'))
    .select(refundedPence('payment.id').as('refundedPence'))
    .select([statusAt(now).as('status'), LAST_DAY.as('lastDay')])
    .$narrowType<{
      number: NotNull
      buyerName: NotNull
      deliverTo: NonNullable<BoughtVoucher['deliverTo']>
      purchase: Record<string, JsonPrimitive> | null
    }>()
    .where('payment.id', '=', paymentId)
    .where('stripePaymentIntentId', '=', intentId)

const RANDOM_CHARACTERS = 15

/** Returns a code of 75 random bits and a check character: 16 characters without hyphens. */
export function generateVoucherCode(random: Random): string {
  // 256 is a multiple of 32, so every character is as likely as any other.
  const body = Array.from(random.bytes(RANDOM_CHARACTERS), (byte) =>
    CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length),
  ).join('')
  return body + checkCharacter(body)
}
