import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import { card, facts, figure, opening } from '../blocks.ts'
import { daysAfter, londonTime, longDay } from '../../dates.ts'
import { defineEmail } from '../email-layout.ts'
import { markup, trustedMarkup } from '../html.ts'
import { rightToCancelBlocks } from '../right-to-cancel.ts'
import { BoughtVoucherEmailSchema } from '../voucher-email-data.ts'
import { purchaseFacts, quoteSentence } from '../purchase-facts.ts'
import { trustedText, sentence, sanitizedText, type EmailText } from '../email-text.ts'

/** The day of the purchase does not count: https://www.legislation.gov.uk/uksi/2013/3134/regulation/30 */
const CANCEL_DAYS = 14

/** To the buyer: the payment, the voucher code, and the right to cancel. */
export const voucherReceipt = defineEmail(BoughtVoucherEmailSchema, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const code = formatVoucherCode(data.voucherCode)
  const paid = `We have received ${amount}.`
  return {
    subject: trustedText(`Your gift voucher receipt: ${amount}`),
    preview: trustedText(paid),
    blocks: [
      opening(
        sentence`Thank you, ${data.buyerName}`,
        sentence`${trustedText(paid)} We have emailed the voucher to ${data.recipientName}.`,
      ),
      card(
        figure('Amount paid', amount),
        facts([
          ['Voucher code', { html: markup`<span class="code">${trustedMarkup(code)}</span>`, text: code }],
          ...purchaseFacts('voucher', data),
          ['Transaction time', trustedText(londonTime(data.paidAt))],
          ['Buyer', sanitizedText(data.buyerName)],
          ['Recipient', recipientText(data.recipientName, data.recipientEmail)],
          ['Valid until', trustedText(longDay(data.lastDay))],
        ]),
      ),
      ...rightToCancelBlocks({
        purchase: 'voucher',
        lastDay: `You bought the voucher on ${longDay(data.paidAt)}, so the last day is ${longDay(daysAfter(data.paidAt, CANCEL_DAYS))}.`,
        quote: quoteSentence('voucher', data),
        siteUrl,
      }),
    ],
    footnote: trustedText(
      'This is your receipt for a gift voucher. Keep it until the voucher has been used.',
    ),
  }
})

export function recipientText(name: string, email: string): EmailText {
  const [who, where] = [sanitizedText(name), sanitizedText(email)]
  return {
    html: markup`${who.html}<br><span class="small">${where.html}</span>`,
    text: `${who.text}, ${where.text}`,
  }
}
