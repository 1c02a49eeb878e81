import { sql } from 'kysely'
import * as v from 'valibot'
import { formatPounds } from '#contract/base/money.ts'
import { addressLines } from '#contract/base/text.ts'
import { londonTime } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'
import { OrderEmailSchema } from '#server/email/order-email-data.ts'
import { purchaseButton, purchaseFacts, quoteSentence } from '#server/email/purchase-facts.ts'
import { rightToCancelBlocks } from '#server/email/right-to-cancel.ts'
import { refundedPence } from '#server/money/rules/refundable-pence.ts'
import { ORDER_FACTS } from '#server/orders/rules/order-facts.ts'

const NEXT = {
  collection: 'We will put your order aside at the clinic and email you when it is ready to collect.',
  local: 'We will bring your order to the address above. We will call or email you first to agree a time.',
}

const Schema = v.object({
  ...OrderEmailSchema.entries,
  /** Whether it is still to be prepared: the email may be sent again much later. */
  isAhead: v.optional(v.boolean(), true),
  refundedPence: v.optional(v.number(), 0),
})

const load: EmailLoad<keyof typeof Schema.entries> = {
  recipient: sql`orders.email`,
  data: {
    ...ORDER_FACTS,
    isAhead: sql`fulfilment = 'to_prepare'`,
    refundedPence: refundedPence('orders.payment_id'),
  },
  from: sql`from orders join payment on payment.id = orders.payment_id where orders.id = outbox.about`,
}

/** To the buyer: the order, what happens next, and the right to cancel. */
export const orderConfirmation = defineLoadedEmail(Schema, load, (order, siteUrl) => {
  const amount = `£${formatPounds(order.pence)}`
  return {
    subject: trustedText(`Your order is confirmed: ${amount}`),
    preview: trustedText(`${order.quantity} × ${order.product}, ${amount}.`),
    blocks: [
      opening(
        trustedText('Thank you for your order'),
        sentence`Dear ${order.firstName}, we have received your payment of ${trustedText(amount)}.`,
      ),
      card(
        figure('Total paid', amount),
        facts([
          ['Product', trustedText(order.product)],
          ['Quantity', trustedText(String(order.quantity))],
          ...(order.refundedPence > 0
            ? [['Refunded since', trustedText(`£${formatPounds(order.refundedPence)}`)] as const]
            : []),
          ...purchaseFacts('order', order),
          ['Date', trustedText(londonTime(order.placedAt))],
          [
            order.delivery === 'local' ? 'Deliver to' : 'Billed to',
            sanitizedText(addressLines(order.shippingAddress)),
          ],
        ]),
      ),
      ...purchaseButton(siteUrl, order.linkId),
      ...(order.isAhead && order.refundedPence < order.pence
        ? [section('What happens next', trustedText(NEXT[order.delivery]))]
        : []),
      ...rightToCancelBlocks({
        purchase: 'goods',
        lastDay: 'The last day to cancel is 14 days after the day you receive your order.',
        quote: quoteSentence('order', order),
        siteUrl,
      }),
    ],
    footnote: trustedText('You have received this email because you placed an order on our website.'),
  }
})
