import { clinic } from '#content/clinic'
import { formatPounds, shortPounds } from '#contract/money'
import { markup, trusted } from './markup.ts'
import { block, card, gap, letterHtml, letterText, opening, type RenderedLetter } from './letter.ts'
import { longDay, spokenCode, type VoucherMail } from './voucher-mail-data.ts'

const HOW_TO_USE =
  'Ring us and we will find a time together. Read us the code when you book, or show it at the clinic. You can spend it in parts.'

/** To the recipient: the voucher itself, with the buyer's own words. */
export function voucherGift(mail: VoucherMail, siteUrl: string): RenderedLetter {
  const amount = shortPounds(mail.pence)
  const subject = `A gift voucher for you, from ${mail.buyerName}`
  const sentence = `${mail.recipientName}, ${mail.buyerName} has given you a gift voucher for our clinic in ${clinic.address.city}. It is usable for any treatment.`
  const footnote = `You receive this e-mail because ${mail.buyerName} bought a voucher and entered your address. Keep the code to yourself: who has it can spend it.`
  const code = spokenCode(mail.voucherCode)
  const day = longDay(mail.lastDay)
  return {
    subject,
    html: letterHtml({
      subject,
      siteUrl,
      footnote,
      preview: `£${formatPounds(mail.pence)} for any treatment, from ${mail.buyerName}.`,
      blocks: [
        opening('A gift voucher for you', sentence),
        card(
          markup`<tr>
              <td colspan="2" class="k">Gift voucher</td>
            </tr>
            <tr>
              <td colspan="2" class="amt">${trusted(amount)}</td>
            </tr>
            <tr>
              <td colspan="2" class="gap" height="18">&nbsp;</td>
            </tr>
            <tr>
              <td colspan="2" class="rule gap" height="18">&nbsp;</td>
            </tr>
            <tr>
              <td class="col" width="60%" valign="top">
                <span class="k">Voucher code</span><br><span class="code">${code}</span>
              </td>
              <td class="col" width="40%" valign="top">
                <span class="k">Valid until</span><br><span class="mid">${day}</span>
              </td>
            </tr>`,
        ),
        ...(mail.personalMessage ? [quotation(mail.personalMessage, mail.buyerName)] : []),
        block(
          gap(32),
          markup`<tr>
              <td class="rule gap" height="28">&nbsp;</td>
            </tr>
            <tr>
              <td><h2 class="h2">How to use it</h2></td>
            </tr>`,
          gap(8),
          markup`<tr>
            <td class="t">${trusted(HOW_TO_USE)}</td>
          </tr>`,
          gap(22),
          markup`<tr>
            <td>
              <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                <tr>
                  <td class="btn" bgcolor="#084b47">
                    <a href="${trusted(siteUrl)}">Book Your Consultation</a>
                  </td>
                </tr>
              </table>
            </td>
          </tr>`,
          gap(44),
        ),
      ],
    }),
    text: letterText(
      [
        'A gift voucher for you',
        sentence,
        [`Gift voucher: ${amount}`, `Voucher code: ${code}`, `Valid until: ${day}`].join('\n'),
        ...(mail.personalMessage ? [`“${mail.personalMessage}”\n${mail.buyerName}`] : []),
        `How to use it\n${HOW_TO_USE}`,
        siteUrl,
      ],
      footnote,
    ),
  }
}

function quotation(message: string, from: string) {
  const lines = message
    .split('\n')
    .map((line, index) => (index === 0 ? markup`${line}` : markup`<br>${line}`))
  return block(
    gap(32),
    markup`<tr>
      <td class="say">“${lines}”</td>
    </tr>`,
    gap(6),
    markup`<tr>
      <td class="s">${from}</td>
    </tr>`,
  )
}
