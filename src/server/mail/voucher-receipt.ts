import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import { markup, type Markup, trusted } from './markup.ts'
import { block, card, gap, letterHtml, letterText, opening, type RenderedLetter } from './letter.ts'
import { longDay, spokenCode, type VoucherMail } from './voucher-mail-data.ts'

const FOOTNOTE = 'This is your receipt for a gift voucher. Keep it until the voucher has been used.'
const CANCEL =
  'You may cancel within 14 days and have the unspent balance back on the card you paid with. ' +
  'Reply to this e-mail or ring us. This does not affect your statutory rights.'

/** To the buyer: what was paid, and the code. */
export function voucherReceipt(mail: VoucherMail, siteUrl: string): RenderedLetter {
  const amount = `£${formatPounds(mail.pence)}`
  const subject = `Your gift voucher receipt: ${amount}`
  const sentence = `Payment of ${amount} completed successfully. The voucher has gone to ${mail.recipientName} in an e-mail of its own.`
  const terms = `${siteUrl}/terms-conditions`
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/London',
  }).format(mail.paidAt)
  const facts: [label: string, value: string, shown?: Markup][] = [
    [
      'Voucher code',
      spokenCode(mail.voucherCode),
      markup`<span class="code">${spokenCode(mail.voucherCode)}</span>`,
    ],
    ['Payment reference', mail.reference],
    ['Transaction time', time, trusted(time)],
    ['Buyer', mail.buyerName],
    [
      'Recipient',
      mail.recipientName,
      markup`${mail.recipientName}<br><span class="s">${mail.recipientEmail}</span>`,
    ],
    ['Valid until', longDay(mail.lastDay)],
  ]
  return {
    subject,
    html: letterHtml({
      subject,
      siteUrl,
      preview: `Payment of ${amount} completed successfully.`,
      footnote: FOOTNOTE,
      blocks: [
        opening(`Thank you, ${mail.buyerName}`, sentence),
        card(
          markup`<tr>
              <td class="k">Amount paid</td>
            </tr>
            <tr>
              <td class="amt">${trusted(amount)}</td>
            </tr>`,
          gap(14),
          markup`<tr>
            <td>
              <table cellpadding="0" cellspacing="0" border="0" width="100%" class="hair rows">
                ${facts.map(([label, value, shown], index) => factRow(label, shown ?? markup`${value}`, index === facts.length - 1))}
              </table>
            </td>
          </tr>`,
        ),
        block(
          gap(36),
          markup`<tr>
            <td><h2 class="h2">If you change your mind</h2></td>
          </tr>`,
          gap(8),
          markup`<tr>
            <td class="t">
              ${trusted(CANCEL)} See our <a class="link" href="${trusted(terms)}">Terms &amp; Conditions</a>.
            </td>
          </tr>`,
          gap(44),
        ),
      ],
    }),
    text: letterText(
      [
        `Thank you, ${mail.buyerName}`,
        sentence,
        [`Amount paid: ${amount}`, ...facts.map(([label, value]) => `${label}: ${value}`)].join('\n'),
        `If you change your mind\n${CANCEL}\nTerms & Conditions: ${terms}`,
        `Questions? Ring us on ${clinic.phone.display}.`,
      ],
      FOOTNOTE,
    ),
  }
}

const factRow = (label: string, value: Markup, last: boolean) =>
  markup`<tr${trusted(last ? ' class=last' : '')}><th scope="row" class="s">${label}</th><td class="t">${value}</td></tr>`
