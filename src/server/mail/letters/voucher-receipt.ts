import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import { card, facts, figure, opening, section } from '../blocks.ts'
import { daysAfter, londonTime, longDay } from '../days.ts'
import { letter } from '../letter.ts'
import { markup, trusted } from '../markup.ts'
import { BoughtVoucherMailSchema } from '../voucher-mail-data.ts'
import { link, ours, say, typed, type Words } from '../words.ts'

/** The day of the purchase does not count: https://www.legislation.gov.uk/uksi/2013/3134/regulation/30 */
const CANCEL_DAYS = 14

/** To the buyer: what was paid, the code, and the right to cancel. */
export const voucherReceipt = letter(BoughtVoucherMailSchema, (mail, siteUrl) => {
  const amount = `£${formatPounds(mail.pence)}`
  const code = formatVoucherCode(mail.voucherCode)
  const paid = `Payment of ${amount} completed successfully.`
  return {
    subject: ours(`Your gift voucher receipt: ${amount}`),
    preview: ours(paid),
    blocks: [
      opening(
        say`Thank you, ${mail.buyerName}`,
        say`${ours(paid)} The voucher has gone to ${mail.recipientName} in an e-mail of its own.`,
      ),
      card(
        figure('Amount paid', amount),
        facts([
          ['Voucher code', { html: markup`<span class="code">${trusted(code)}</span>`, text: code }],
          ['Payment reference', ours(mail.reference)],
          ['Transaction time', ours(londonTime(mail.paidAt))],
          ['Buyer', typed(mail.buyerName)],
          ['Recipient', recipient(mail.recipientName, mail.recipientEmail)],
          ['Valid until', ours(longDay(mail.lastDay))],
        ]),
      ),
      section('If you change your mind', ...cancelling(mail.reference, mail.paidAt, siteUrl)),
    ],
    footnote: ours('This is your receipt for a gift voucher. Keep it until the voucher has been used.'),
  }
})

export function recipient(name: string, email: string): Words {
  const [who, where] = [typed(name), typed(email)]
  return {
    html: markup`${who.html}<br><span class="s">${where.html}</span>`,
    text: `${who.text}, ${where.text}`,
  }
}

/** What a trader must tell, and the form that the law gives: Consumer Contracts Regulations 2013, schedule 3. */
function cancelling(reference: string, paidAt: Date, siteUrl: string) {
  const until = longDay(daysAfter(paidAt, CANCEL_DAYS))
  const how = `Reply to this e-mail, write to ${clinic.email} or ring us on ${clinic.phone.display}; you need not say why.`
  const notice = `I give notice that I cancel my contract for the gift voucher ${reference}, ordered on ${longDay(paidAt)}. Name, address, date.`
  return [
    ours(
      `You may cancel within ${CANCEL_DAYS} days, until ${until}, and have the unspent balance back on the card you paid with. ${how}`,
    ),
    ours(
      `These words will do: “${notice}” The money goes back within ${CANCEL_DAYS} days of hearing from you.`,
    ),
    ours('This does not affect your statutory rights.'),
    link('Terms & Conditions', `${siteUrl}/terms-conditions`),
  ]
}
