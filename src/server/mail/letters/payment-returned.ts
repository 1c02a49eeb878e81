import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../letter.ts'
import { ours, say } from '../words.ts'

const Schema = v.object({
  buyerName: v.string(),
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

/** To the buyer: what was paid is not what was ordered, so nothing was issued. */
export const paymentReturned = letter(Schema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  return {
    subject: ours(`Your payment of ${amount} is on its way back`),
    preview: ours('What was paid differs from what was ordered, so nothing was issued.'),
    blocks: [
      opening(
        ours('Your money is on its way back'),
        say`${mail.buyerName}, what was paid differs from what was ordered, so we have issued nothing. All of it goes back to the card you paid with and takes 5 to 10 working days.`,
      ),
      card(figure('Going back', amount), facts([['Payment reference', ours(mail.reference)]])),
      section(
        'What to do now',
        ours(
          `Please ring us on ${clinic.phone.display} before you pay again. Have the reference at hand, and we will put it right together.`,
        ),
      ),
    ],
    footnote: ours('You receive this e-mail because you paid on our website.'),
  }
})
