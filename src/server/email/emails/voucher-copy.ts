import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { londonTime, longDay } from '../email-dates.ts'
import { letter } from '../email-layout.ts'
import { markup, trusted } from '../html.ts'
import { DeskVoucherMailSchema } from '../voucher-email-data.ts'
import { ours, say } from '../email-text.ts'
import { recipient } from './voucher-receipt.ts'

const PAID = {
  cash: 'Cash, at the clinic',
  card: 'Card, at the clinic',
  complimentary: 'With our compliments',
}

/** To whoever is named as the buyer of a voucher made at the desk. */
export const voucherCopy = letter(DeskVoucherMailSchema, (mail) => {
  const amount = `£${formatPounds(mail.pence)}`
  const code = formatVoucherCode(mail.voucherCode)
  return {
    subject: ours(`Your gift voucher: ${amount}`),
    preview: say`The voucher has gone to ${mail.recipientName}.`,
    blocks: [
      opening(
        mail.buyerName ? say`Thank you, ${mail.buyerName}` : ours('Thank you'),
        say`The voucher has gone to ${mail.recipientName} in an e-mail of its own.`,
      ),
      card(
        figure('Gift voucher', amount),
        facts([
          ['Voucher code', { html: markup`<span class="code">${trusted(code)}</span>`, text: code }],
          ['Paid', ours(PAID[mail.paidBy])],
          ['Made out', ours(londonTime(mail.paidAt))],
          ['Recipient', recipient(mail.recipientName, mail.recipientEmail)],
          ['Valid until', ours(longDay(mail.lastDay))],
        ]),
      ),
      section('Questions', ours(`Ring us on ${clinic.phone.display}, or reply to this e-mail.`)),
    ],
    footnote: ours('You receive this e-mail because a gift voucher was made out in your name at our clinic.'),
  }
})
