import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, say, typed } from '../email-text.ts'

const Schema = v.object({
  buyerName: v.string(),
  recipientName: v.string(),
  /** What goes back. */
  pence: v.pipe(v.number(), v.integer()),
  /** What can still be spent. */
  balancePence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

/** To the buyer: some of the money goes back. The voucher keeps its balance, which may be nothing. */
export const voucherPartRefunded = letter(Schema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  const balance = `£${formatPounds(mail.balancePence)}`
  return {
    subject: ours(`Your refund of ${amount} is on its way`),
    preview: ours(
      mail.balancePence > 0
        ? `${amount} goes back the way you paid; the voucher stays good for ${balance}.`
        : `${amount} goes back the way you paid.`,
    ),
    blocks: [
      opening(
        ours('Part of your money is on its way back'),
        say`${mail.buyerName}, we have refunded part of your gift voucher. The money goes back the way you paid and takes 5 to 10 working days.`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ['Left on the voucher', ours(balance)],
          ['Recipient', typed(mail.recipientName)],
          ['Payment reference', ours(mail.reference)],
        ]),
      ),
      section(
        'The voucher',
        mail.balancePence > 0
          ? say`It stays good for ${ours(balance)}, with the same code and until the same day. Please let ${mail.recipientName} know.`
          : ours('There was nothing left on it, so the refund changes nothing about it.'),
        ours(`Is something not right? Ring us on ${clinic.phone.display}, or reply to this e-mail.`),
      ),
    ],
    footnote: ours('You receive this e-mail because you bought a gift voucher from us.'),
  }
})
