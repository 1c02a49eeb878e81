import { formatPounds } from '#contract/money'
import { addressLines } from '#contract/text'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { defineEmail } from '../email-layout.ts'
import { OrderEmailSchema } from '../order-email-data.ts'
import { rightToCancelBlocks } from '../right-to-cancel.ts'
import { purchaseButton, purchaseFacts, quoteSentence } from '../purchase-facts.ts'
import { trustedText, sentence, sanitizedText } from '../email-text.ts'

const NEXT = {
  collection: 'We put your order aside at the clinic and write to you when it is ready to be collected.',
  local: 'We bring your order to the address above, and call or email first to agree a time.',
}

/** To the buyer: the order, what happens next, and the right to cancel. */
export const orderConfirmation = defineEmail(OrderEmailSchema, (order, siteUrl) => {
  const amount = `£${formatPounds(order.pence)}`
  return {
    subject: trustedText(`Your order is confirmed: ${amount}`),
    preview: trustedText(`${order.quantity} × ${order.product}, ${amount}.`),
    blocks: [
      opening(
        trustedText('Thank you for your order'),
        sentence`${order.firstName}, your payment of ${trustedText(amount)} completed successfully.`,
      ),
      card(
        figure('Total paid', amount),
        facts([
          ['Product', trustedText(order.product)],
          ['Quantity', trustedText(String(order.quantity))],
          ...purchaseFacts('order', order),
          [
            order.delivery === 'local' ? 'Deliver to' : 'Billed to',
            sanitizedText(addressLines(order.shippingAddress)),
          ],
        ]),
      ),
      ...purchaseButton(siteUrl, order.paymentId),
      section('What happens next', trustedText(NEXT[order.delivery])),
      ...rightToCancelBlocks({
        purchase: 'goods',
        lastDay: 'The last day is 14 days after the day you receive your order.',
        quote: quoteSentence('order', order),
        siteUrl,
      }),
    ],
    footnote: trustedText('You receive this email because you ordered on our website.'),
  }
})
