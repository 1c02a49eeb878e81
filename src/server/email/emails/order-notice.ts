import { formatPounds } from '#contract/money'
import { addressLines } from '#contract/text'
import { card, facts, figure, opening, portalButton } from '../blocks.ts'
import { defineClinicEmail } from '../email-layout.ts'
import { OrderEmailSchema } from '../order-email-data.ts'
import { purchaseFacts } from '../purchase-facts.ts'
import { sentence, trustedText, sanitizedText, type EmailText } from '../email-text.ts'

/** To the clinic: a new order to prepare. Replies go to the buyer. */
export const orderNotice = defineClinicEmail(OrderEmailSchema, (order, siteUrl) => {
  const amount = `£${formatPounds(order.pence)}`
  const pairs: (readonly [string, EmailText])[] = [
    ['Product', trustedText(order.product)],
    ['Quantity', trustedText(String(order.quantity))],
    ['For', sanitizedText(`${order.firstName} ${order.lastName}`)],
    ['Email', sanitizedText(order.email)],
    ...(order.phone === null ? [] : [['Phone', trustedText(order.phone)] as const]),
    [
      order.delivery === 'local' ? 'Deliver to' : 'Billing address',
      sanitizedText(addressLines(order.shippingAddress)),
    ],
    ...purchaseFacts('order', order, 'At Stripe'),
  ]
  return {
    subject: sentence`New order: ${order.firstName} ${order.lastName}, ${trustedText(`${order.quantity} × ${order.product}`)}`,
    preview: trustedText(order.delivery === 'local' ? 'To be delivered.' : 'To be collected.'),
    blocks: [
      opening(
        trustedText('A new order'),
        trustedText(
          order.delivery === 'local'
            ? 'It is paid, and to be delivered locally.'
            : 'It is paid, and will be collected at the clinic.',
        ),
      ),
      card(figure('Paid', amount), facts(pairs)),
      ...portalButton('Open the order', { siteUrl, tab: 'orders', id: order.order }),
    ],
    footnote: trustedText('Sent by your website.'),
    replyTo: order.email,
  }
})
