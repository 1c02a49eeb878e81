import { formatPounds } from '#contract/money'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { addressLines, OrderMailSchema } from '../order-email-data.ts'
import { tellRightToCancel } from '../right-to-cancel.ts'
import { ours, say, typed } from '../email-text.ts'

const NEXT = {
  collection: 'We put your order aside at the clinic and write to you when it is ready to be collected.',
  local: 'We bring your order to the address below and write to you before we come.',
}

/** To the buyer: what was bought, what happens next, and the rights the law gives. */
export const orderConfirmation = letter(OrderMailSchema, (order, siteUrl) => {
  const amount = `£${formatPounds(order.pence)}`
  return {
    subject: ours(`Your order is confirmed: ${amount}`),
    preview: ours(`${order.quantity} × ${order.product}, ${amount}.`),
    blocks: [
      opening(
        ours('Thank you for your order'),
        say`${order.firstName}, your payment of ${ours(amount)} completed successfully.`,
      ),
      card(
        figure('Total paid', amount),
        facts([
          ['Product', ours(order.product)],
          ['Quantity', ours(String(order.quantity))],
          ['Order reference', ours(order.reference)],
          [order.delivery === 'local' ? 'Delivered to' : 'Billed to', typed(addressLines(order))],
        ]),
      ),
      section('What happens next', ours(NEXT[order.delivery])),
      ...tellRightToCancel({
        purchase: 'goods',
        lastDay: 'The last day is 14 days after the day you receive your order.',
        reference: order.reference,
        siteUrl,
      }),
    ],
    footnote: ours('You receive this e-mail because you ordered on our website.'),
  }
})
