import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import { card, facts, figure, opening } from '../blocks.ts'
import { daysAfter, londonTime, longDay } from '../email-dates.ts'
import { letter } from '../email-layout.ts'
import { markup, trusted } from '../html.ts'
import { tellRightToCancel } from '../right-to-cancel.ts'
import { BoughtVoucherMailSchema } from '../voucher-email-data.ts'
import { ours, say, typed, type Words } from '../email-text.ts'

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
      ...tellRightToCancel({
        purchase: 'voucher',
        lastDay: `You bought the voucher on ${longDay(mail.paidAt)}, so the last day is ${longDay(daysAfter(mail.paidAt, CANCEL_DAYS))}.`,
        reference: mail.reference,
        siteUrl,
      }),
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
