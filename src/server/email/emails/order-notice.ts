import { formatPounds } from '#contract/base/money.ts'
import { addressLines } from '#contract/base/text.ts'
import { card, facts, figure, opening, portalButton } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText, type EmailText } from '#server/email/email-text.ts'
import { OrderEmailSchema } from '#server/email/order-email-data.ts'
import { purchaseFacts } from '#server/email/purchase-facts.ts'

/** To the clinic: a new order to prepare. Replies go to the buyer. */
export const orderNotice = defineClinicEmail(OrderEmailSchema, (order, siteUrl) => {
  const amount = `£${formatPounds(order.pence)}`
  const pairs: (readonly [string, EmailText])[] = [
    ['Product', trustedText(order.product)],
    ['Quantity', trustedText(String(order.quantity))],
    ['Customer', sanitizedText(`${order.firstName} ${order.lastName}`)],
    ['Email', sanitizedText(order.email)],
    ...(order.phone === null ? [] : [['Phone', trustedText(order.phone)] as const]),
    [
      order.delivery === 'local' ? 'Deliver to' : 'Billed to',
      sanitizedText(addressLines(order.shippingAddress)),
    ],
    ...purchaseFacts('order', order, 'Stripe reference'),
  ]
  return {
    subject: sentence`New order: ${order.firstName} ${order.lastName}, ${trustedText(`${order.quantity} × ${order.product}`)}`,
    preview: trustedText(order.delivery === 'local' ? 'To be delivered.' : 'To be collected.'),
    blocks: [
      opening(
        trustedText('A new order'),
        trustedText(
          order.delivery === 'local'
            ? 'It has been paid for, and is for local delivery.'
            : 'It has been paid for, and will be collected from the clinic.',
        ),
      ),
      card(figure('Paid', amount), facts(pairs)),
      portalButton('Open the order', { siteUrl, tab: 'orders', id: order.order }),
    ],
    footnote: trustedText('Sent by your website.'),
    replyTo: order.email,
  }
})
