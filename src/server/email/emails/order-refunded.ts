import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'
import { howPaidBack, refundHeading } from '#server/email/refund-words.ts'
import { ORDER_FACTS } from '#server/orders/rules/order-facts.ts'

const PenceSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  firstName: v.string(),
  product: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  /** Amount of this refund. */
  pence: PenceSchema,
  /** Total paid, and total refunded including this refund. */
  paidPence: PenceSchema,
  refundedPence: PenceSchema,
  /** Lost in disputes: the bank has paid it back. */
  lostPence: v.optional(PenceSchema, 0),
  /** Whether the clinic paid it back in another way, because Stripe could not. */
  byHand: v.nullish(v.boolean()),
  isCancelled: v.nullish(v.boolean()),
  /** Kept back of a cancelled order, and why. */
  deductedPence: v.optional(v.nullable(PenceSchema), 0),
  deductionReason: v.nullish(v.string()),
  ...purchaseEntries,
})

const { firstName, product, quantity, pence: paidPence, linkId, number, reference } = ORDER_FACTS

const load: EmailLoad<
  Exclude<keyof typeof Schema.entries, 'pence' | 'refundedPence' | 'lostPence' | 'byHand'>
> = {
  recipient: sql`orders.email`,
  data: {
    firstName,
    product,
    quantity,
    paidPence,
    linkId,
    number,
    reference,
    isCancelled: sql`cancellation.id is not null`,
    deductedPence: sql`cancellation.deducted_pence`,
    deductionReason: sql`cancellation.deduction_reason`,
  },
  from: sql`
    from refund join payment on payment.id = refund.payment_id join orders on orders.payment_id = payment.id
      left join cancellation on cancellation.order_id = orders.id
    where refund.id = outbox.about`,
}

/** To the buyer: the order is refunded, in full or in part. */
export const orderRefunded = defineLoadedEmail(Schema, load, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const whole = data.refundedPence + data.lostPence >= data.paidPence
  const all = whole ? 'your order' : 'part of your order'
  return {
    ...refundHeading(amount, data.byHand),
    blocks: [
      opening(
        trustedText(
          data.byHand
            ? 'We have paid you back'
            : whole
              ? 'Your money is on its way back'
              : 'Part of your money is on its way back',
        ),
        sentence`Dear ${data.firstName}, we have refunded ${trustedText(all)}. ${trustedText(howPaidBack(data.byHand))}`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ['Product', trustedText(data.product)],
          ['Quantity', trustedText(String(data.quantity))],
          ['Total paid', trustedText(`£${formatPounds(data.paidPence)}`)],
          ...(data.refundedPence === data.pence
            ? []
            : [['Refunded so far', trustedText(`£${formatPounds(data.refundedPence)}`)] as const]),
          ...(data.deductionReason
            ? [
                ['Deducted', trustedText(`£${formatPounds(data.deductedPence ?? 0)}`)] as const,
                ['Why', sentence`${data.deductionReason}`] as const,
              ]
            : []),
          ...purchaseFacts('order', data),
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      section(
        'The order',
        trustedText(
          whole || data.deductionReason
            ? 'Your order is now closed.'
            : data.isCancelled
              ? 'Your order stays cancelled. “Your purchase” shows what is still to be paid back.'
              : 'The rest of your order has not changed.',
        ),
        trustedText(
          `If something does not look right, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you placed an order on our website.'),
  }
})
