import { clinic } from '#content/clinic'
import { shortPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import { type Block, button, card, columns, opening, quotation, rule, section } from '../blocks.ts'
import { codePicture } from '../code-picture.ts'
import { longDay } from '../email-dates.ts'
import { letter } from '../email-layout.ts'
import { markup, trusted } from '../html.ts'
import { VoucherMailSchema } from '../voucher-email-data.ts'
import { ours, say } from '../email-text.ts'

const BOOKING = clinic.booking.place
  ? 'Choose a time online, or ring and we will find one together.'
  : `Ring us on ${clinic.phone.display} and we will find a time together.`
const USE = `${BOOKING} Read us the code when you book, or show it at the clinic. You can spend it in parts.`

/** To the recipient: the voucher itself, with the buyer's own words. */
export const voucherGift = letter(VoucherMailSchema, (mail, siteUrl) => {
  const { recipientName, personalMessage } = mail
  const giver = mail.buyerName ?? ours(clinic.name)
  const amount = shortPounds(mail.pence)
  const code = formatVoucherCode(mail.voucherCode)
  const city = ours(clinic.address.city)
  return {
    subject: say`A gift voucher for you, from ${giver}`,
    preview: say`${ours(amount)} for any treatment, from ${giver}.`,
    blocks: [
      opening(
        ours('A gift voucher for you'),
        say`${recipientName}, ${giver} has given you a gift voucher for our clinic in ${city}. It is usable for any treatment.`,
      ),
      card(voucher(amount, code, longDay(mail.lastDay))),
      ...(personalMessage ? [quotation(personalMessage, mail.buyerName ?? clinic.name)] : []),
      rule,
      section('How to use it', ours(USE)),
      button('Book Your Consultation', siteUrl),
      columns('Usable for any treatment:', clinic.vouchers.treatments),
    ],
    footnote: say`You receive this e-mail because ${giver} ${ours(mail.buyerName ? 'bought a voucher and entered your address' : 'made out a voucher to you')}. Keep the code to yourself: who has it can spend it.`,
    attachments: [codePicture(code)],
  }
})

/** Amount and QR code above, the code in letters and the last day below; on a phone one under the other. */
function voucher(amount: string, code: string, day: string): Block {
  const pair = (look: string, label: string, shown: string) =>
    markup`<span class="k">${trusted(label)}</span><br><span class="${trusted(look)}">${trusted(shown)}</span>`
  return {
    html: markup`<tr>
      <td class="col" width="60%" valign="top">${pair('amt', 'Gift voucher', amount)}</td>
      <td class="col under" width="40%" valign="top">
        <img class="qr" src="cid:voucher-code" width="132" height="132" alt="${trusted(code)}">
      </td>
    </tr>
    <tr><td colspan="2" class="gap" height="18">&nbsp;</td></tr>
    <tr><td colspan="2" class="rule gap" height="18">&nbsp;</td></tr>
    <tr>
      <td class="col" width="60%" valign="top">${pair('code', 'Voucher code', code)}</td>
      <td class="col under" width="40%" valign="top">${pair('mid', 'Valid until', day)}</td>
    </tr>`,
    text: `Gift voucher: ${amount}\nVoucher code: ${code}\nValid until: ${day}`,
  }
}
