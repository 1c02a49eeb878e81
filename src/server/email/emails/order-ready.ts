import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { addressLines } from '#contract/base/text.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'
import { AddressSchema } from '#server/email/order-email-data.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'
import { openingHours, placeWithDirections } from '#server/email/visit.ts'
import { IS_READY, UNITS_TO_HAND_OVER } from '#server/orders/rules/units-to-hand-over.ts'
import { linkIdOf } from '#server/purchases/rules/link-id.ts'

const Schema = v.object({
  firstName: v.string(),
  product: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  delivery: v.picklist(['collection', 'local']),
  shippingAddress: AddressSchema,
  ...purchaseEntries,
})

const TEXTS = {
  collection: {
    subject: 'Your order is ready to collect',
    says: 'your order is ready and waiting for you at the clinic.',
    next: `You can collect it whenever we are open. Please bring this email or the order number. If someone else is collecting it for you, just give them the number.`,
  },
  local: {
    subject: 'Your order is on its way',
    says: 'your order has been sent out for delivery.',
    next: `We are bringing it to the address above. If another time or place would suit you better, please ring us on ${clinic.phone.display} or reply to this email.`,
  },
}

const load: EmailLoad<keyof typeof Schema.entries> = {
  recipient: sql`orders.email`,
  data: {
    firstName: sql`first_name`,
    product: sql`product_name`,
    quantity: UNITS_TO_HAND_OVER,
    delivery: sql`delivery`,
    shippingAddress: sql`shipping_address`,
    linkId: linkIdOf(sql`payment_id`),
    number: sql`number`,
    reference: sql`reference`,
  },
  from: sql`from orders where orders.id = outbox.about and ${IS_READY}`,
}

/** To the buyer: the order can be collected, or is on its way. */
export const orderReady = defineLoadedEmail(Schema, load, (order, siteUrl, today) => {
  const { subject, says, next } = TEXTS[order.delivery]
  return {
    subject: trustedText(subject),
    preview: trustedText(`${order.quantity} × ${order.product}.`),
    blocks: [
      opening(trustedText(subject), sentence`Dear ${order.firstName}, ${trustedText(says)}`),
      card(
        facts([
          ['Product', trustedText(order.product)],
          ['Quantity', trustedText(String(order.quantity))],
          ...purchaseFacts('order', order),
          order.delivery === 'local'
            ? ['Deliver to', sanitizedText(addressLines(order.shippingAddress))]
            : ['Collect at', placeWithDirections],
        ]),
      ),
      ...purchaseButton(siteUrl, order.linkId),
      section('What happens next', trustedText(next)),
      ...(order.delivery === 'collection' ? [openingHours(today)] : []),
    ],
    footnote: trustedText('You have received this email because you placed an order on our website.'),
  }
})
