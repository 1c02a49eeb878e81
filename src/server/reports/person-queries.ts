import { sql, type NotNull } from 'kysely'
import type { Purchase } from '#contract/purchases/purchase-number.ts'
import { RECORDS_PER_KIND_MAX, type Person } from '#contract/reports/customers.ts'
import { query } from '#server/db/db.ts'
import { emailState } from '#server/email/rules/email-state.ts'
import { refundedPence } from '#server/money/rules/refundable-pence.ts'
import { selectUnfinishedPayments } from '#server/privacy/erase-queries.ts'
import { LAST_DAY, statusAt } from '#server/vouchers/rules/voucher-facts.ts'

/** Selects vouchers that the person bought or received. `expiry_date` is the last valid day. */
export const selectPersonVouchers = (email: string, now: Date) =>
  query
    .selectFrom('giftVoucher as voucher')
    .select(['id', 'number', 'issuedAt as at', sql<string>`code_end(code)`.as('codeEnd')])
    .select([statusAt(now).as('status'), LAST_DAY.as('expiryDate')])
    .select(['originalPence', 'balancePence', 'paidBy', 'byPhone', 'deliverTo', 'sendOn'])
    .select(['buyerName', 'buyerEmail', 'recipientName', 'recipientEmail'])
    .select(['personalMessage', 'tellHolder', 'reminders', 'remindersStoppedAt'])
    .select(
      sql<{ at: string; pence: number; description: string; adminNotes: string | null }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'pence', pence, 'description', description,
          'adminNotes', private_notes) order by position), '[]')
        from voucher_entry where voucher_id = voucher.id
      )`.as('entries'),
    )
    .where((voucher) =>
      voucher.or([voucher('buyerEmail', '=', email), voucher('recipientEmail', '=', email)]),
    )
    .orderBy('issuedAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

const TYPED_PRODUCT = sql<string | null>`(select name from product where id::text = purchase ->> 'productId')`

export const selectUnfinished = (email: string) =>
  query
    .selectFrom('payment')
    .select(['createdAt as at', 'purpose', 'state', 'amountPence'])
    .select([
      sql<Person['unfinished'][number]['typed']>`purchase`.as('typed'),
      TYPED_PRODUCT.as('productName'),
    ])
    .where('id', 'in', selectUnfinishedPayments(email))
    .where(sql<boolean>`not exists (select from gift_voucher where payment_id = payment.id)`)
    .where(sql<boolean>`not exists (select from orders where payment_id = payment.id)`)
    .$narrowType<{ purpose: 'gift_voucher' | 'order' }>()
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

/** SQL expression: the template's name as text: "Voucher gift" for `voucher-gift`. */
const WHAT = sql<string>`overlay(replace(template, '-', ' ') placing upper(left(template, 1)) from 1 for 1)`

export const selectEmails = (email: string, now: Date) =>
  query
    .selectFrom('outbox')
    .select(['createdAt as at', WHAT.as('what'), emailState('outbox', now).as('state')])
    .select(['acceptedAt', 'bounce', 'complainedAt'])
    .$narrowType<{ state: NotNull }>()
    .where('recipient', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectOrders = (email: string) =>
  query
    .selectFrom('orders')
    .select(['id', 'number', 'placedAt as at', 'reference', 'status', 'fulfilment', 'delivery'])
    .select(['firstName', 'lastName', 'email', 'phone', 'productName', 'quantity', 'amountPence'])
    .select(refundedPence('orders.payment_id').as('refundedPence'))
    .select(
      sql<Person['orders'][number]['shippingAddress']>`nullif(shipping_address, '{}')`.as('shippingAddress'),
    )
    .where('email', '=', email)
    .orderBy('placedAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectPersonCancellations = (email: string) =>
  query
    .selectFrom('cancellation')
    .leftJoin('giftVoucher as voucher', 'voucher.id', 'cancellation.voucherId')
    .leftJoin('orders', 'orders.id', 'cancellation.orderId')
    .select(['recordedAt as at', 'sentOn', 'goods', 'goodsOn', 'deductedPence', 'deductionReason'])
    .select(sql<Purchase>`case when orders.id is null then 'voucher' else 'order' end`.as('bought'))
    .select(sql<number | null>`coalesce(voucher.number, orders.number)`.as('number'))
    .where((bought) =>
      bought.or([bought('voucher.buyerEmail', '=', email), bought('orders.email', '=', email)]),
    )
    .orderBy('recordedAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectInquiries = (email: string) =>
  query
    .selectFrom('productInquiry as inquiry')
    .innerJoin('product', 'product.id', 'inquiry.productId')
    .select(['inquiry.createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select(['product.name as productName', 'quantity', 'message'])
    .where('email', '=', email)
    .orderBy('inquiry.createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectMessages = (email: string) =>
  query
    .selectFrom('contactMessage')
    .select(['createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select(['subject', 'message'])
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)

export const selectAppointments = (email: string) =>
  query
    .selectFrom('appointment')
    .select(['createdAt as at', 'firstName', 'lastName', 'phone', 'answeredAt', 'note'])
    .select(['service', 'preferredDate', 'dayPart', 'voucherEnd', 'insurance', 'reason'])
    .select(['confirmedFor', 'confirmedMinutes'])
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(RECORDS_PER_KIND_MAX)
