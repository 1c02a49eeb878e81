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
  /** The rest of the balance, which could not go back. */
  cancelledPence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

/** To the buyer: the money goes back, and the voucher has ended. */
export const voucherRefunded = letter(Schema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  const cancelled = mail.cancelledPence > 0 ? `£${formatPounds(mail.cancelledPence)}` : undefined
  const rest = cancelled && ours(`The rest of its balance, ${cancelled}, has been cancelled with it.`)
  return {
    subject: ours(`Your refund of ${amount} is on its way`),
    preview: ours(`${amount} goes back the way you paid.`),
    blocks: [
      opening(
        ours('Your money is on its way back'),
        say`${mail.buyerName}, we have refunded your gift voucher. The money goes back the way you paid and takes 5 to 10 working days.`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ...(cancelled ? [['Balance cancelled', ours(cancelled)] as const] : []),
          ['Recipient', typed(mail.recipientName)],
          ['Payment reference', ours(mail.reference)],
        ]),
      ),
      section(
        'The voucher',
        say`It can no longer be used. Please let ${mail.recipientName} know.`,
        ...(rest ? [rest] : []),
        ours(`Is something not right? Ring us on ${clinic.phone.display}, or reply to this e-mail.`),
      ),
    ],
    footnote: ours('You receive this e-mail because you bought a gift voucher from us.'),
  }
})
