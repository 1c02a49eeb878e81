import { clinic } from '#content/clinic'
import * as v from 'valibot'
import { card, facts, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { addressLines, AddressSchema } from '../order-email-data.ts'
import { ours, say, typed } from '../email-text.ts'

const Schema = v.object({
  firstName: v.string(),
  product: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  delivery: v.picklist(['collection', 'local']),
  shippingAddress: AddressSchema,
  reference: v.string(),
})

const { street, city, postcode } = clinic.address
const CLINIC = `${clinic.name}, ${street}, ${city} ${postcode}`

const WORDS = {
  collection: {
    subject: 'Your order is ready to collect',
    says: 'your order is ready and waits for you at the clinic.',
    next: `Collect it whenever we are open, and bring this e-mail or the order reference. If someone else comes for you, give them the reference. Are you unsure when we are open? Ring us on ${clinic.phone.display}.`,
  },
  local: {
    subject: 'Your order is on its way',
    says: 'your order is ready and on its way to you.',
    next: `We bring it to the address above. Is another time or place better for you? Ring us on ${clinic.phone.display}, or reply to this e-mail.`,
  },
}

/** To the buyer of an order: it can be collected, or is on its way. */
export const orderReady = letter(Schema, (order) => {
  const { subject, says, next } = WORDS[order.delivery]
  return {
    subject: ours(subject),
    preview: ours(`${order.quantity} × ${order.product}.`),
    blocks: [
      opening(ours(subject), say`${order.firstName}, ${ours(says)}`),
      card(
        facts([
          ['Product', ours(order.product)],
          ['Quantity', ours(String(order.quantity))],
          ['Order reference', ours(order.reference)],
          order.delivery === 'local'
            ? ['Delivered to', typed(addressLines(order))]
            : ['Collect at', ours(CLINIC)],
        ]),
      ),
      section('What happens next', ours(next)),
    ],
    footnote: ours('You receive this e-mail because you ordered on our website.'),
  }
})
