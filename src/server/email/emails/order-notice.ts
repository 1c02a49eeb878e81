import { formatPounds } from '#contract/money'
import { card, facts, figure, opening } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { addressLines, OrderMailSchema } from '../order-email-data.ts'
import { ours, typed, type Words } from '../email-text.ts'

/** To the clinic: something is to be prepared. An answer goes to the buyer. */
export const orderNotice = letter(OrderMailSchema, (order) => {
  const amount = `£${formatPounds(order.pence)}`
  const pairs: (readonly [string, Words])[] = [
    ['Product', ours(order.product)],
    ['Quantity', ours(String(order.quantity))],
    ['For', typed(`${order.firstName} ${order.lastName}`)],
    ['E-mail', typed(order.email)],
    ...(order.phone === null ? [] : [['Phone', ours(order.phone)] as const]),
    [order.delivery === 'local' ? 'Deliver to' : 'Billing address', typed(addressLines(order))],
    ['At Stripe', ours(order.reference)],
  ]
  return {
    subject: ours(`New order: ${order.quantity} × ${order.product}`),
    preview: ours(order.delivery === 'local' ? 'To be delivered.' : 'To be collected.'),
    blocks: [
      opening(
        ours('A new order'),
        ours(
          order.delivery === 'local'
            ? 'It is paid, and to be delivered locally.'
            : 'It is paid, and will be collected at the clinic.',
        ),
      ),
      card(figure('Paid', amount), facts(pairs)),
    ],
    footnote: ours('Your website wrote this to you.'),
    replyTo: order.email,
  }
})
