import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, say } from '../email-text.ts'

const PenceSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  firstName: v.string(),
  product: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  /** What goes back now. */
  pence: PenceSchema,
  /** What was paid for all of it, and what of that has gone back by now. */
  paidPence: PenceSchema,
  refundedPence: PenceSchema,
  reference: v.string(),
})

/** To the buyer of an order: the money goes back, or part of it. */
export const orderRefunded = letter(Schema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  const whole = mail.refundedPence >= mail.paidPence
  const all = whole ? 'your order' : 'part of your order'
  return {
    subject: ours(`Your refund of ${amount} is on its way`),
    preview: ours(`${amount} goes back the way you paid.`),
    blocks: [
      opening(
        ours(whole ? 'Your money is on its way back' : 'Part of your money is on its way back'),
        say`${mail.firstName}, we have refunded ${ours(all)}. The money goes back the way you paid and takes 5 to 10 working days.`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ['Product', ours(mail.product)],
          ['Quantity', ours(String(mail.quantity))],
          ['Total paid', ours(`£${formatPounds(mail.paidPence)}`)],
          ...(mail.refundedPence === mail.pence
            ? []
            : [['Refunded so far', ours(`£${formatPounds(mail.refundedPence)}`)] as const]),
          ['Order reference', ours(mail.reference)],
        ]),
      ),
      section(
        'The order',
        ours(whole ? 'With this refund it is closed.' : 'The rest of it stands as it is.'),
        ours(`Is something not right? Ring us on ${clinic.phone.display}, or reply to this e-mail.`),
      ),
    ],
    footnote: ours('You receive this e-mail because you ordered on our website.'),
  }
})
