import * as v from 'valibot'
import { card, facts, opening, quotation } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, typed } from '../email-text.ts'

const Schema = v.object({
  product: v.string(),
  quantity: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  message: v.optional(v.string()),
})

/** To the clinic: a question about a product. An answer goes to whoever asked. */
export const productInquiry = letter(Schema, (inquiry) => {
  const from = `${inquiry.firstName} ${inquiry.lastName}`
  return {
    subject: ours(`A question about ${inquiry.product}`),
    preview: ours('Somebody asks about a product on the website.'),
    blocks: [
      opening(ours('A question about a product'), ours('Reply to this e-mail to answer whoever asked.')),
      card(
        facts([
          ['Product', ours(inquiry.product)],
          ['Quantity', ours(String(inquiry.quantity))],
          ['From', typed(from)],
          ['E-mail', typed(inquiry.email)],
          ...(inquiry.phone === undefined ? [] : [['Phone', ours(inquiry.phone)] as const]),
        ]),
      ),
      ...(inquiry.message === undefined ? [] : [quotation(inquiry.message, from)]),
    ],
    footnote: ours('Your website wrote this to you.'),
    replyTo: inquiry.email,
  }
})
