import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, say } from '../email-text.ts'

const Schema = v.object({
  buyerName: v.string(),
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

/** To the buyer: what was paid bought nothing, because it differs from the order or came after its payment was closed. */
export const paymentReturned = letter(Schema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  return {
    subject: ours(`We are refunding your payment of ${amount}`),
    preview: ours('We could not complete your purchase, so we are refunding all of it.'),
    blocks: [
      opening(
        ours('We are refunding your payment'),
        say`${mail.buyerName}, we received your payment but could not complete the purchase: it came after the purchase was closed, or its amount differs from the order. We are refunding all of it the way you paid, which takes 5 to 10 working days.`,
      ),
      card(figure('Refund', amount), facts([['Payment reference', ours(mail.reference)]])),
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
