import type * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { shortPounds } from '#contract/base/money.ts'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { HELD_CODE_MIN, VOUCHER_PAGE, voucherLink } from '#contract/vouchers/voucher-page.ts'
import { longDay } from '#server/dates.ts'
import {
  button,
  card,
  columns,
  gap,
  opening,
  padded,
  quotation,
  rule,
  section,
  type Block,
} from '#server/email/blocks.ts'
import { codePicture } from '#server/email/code-picture.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { link, sentence, trustedText, type EmailText } from '#server/email/email-text.ts'
import { giftPicture } from '#server/email/gift-picture.ts'
import { markup, trustedMarkup, type Markup } from '#server/email/html.ts'
import { GiftEmailSchema, VOUCHER_FACTS, whileUsable } from '#server/email/voucher-email-data.ts'
import { heldVoucherLink } from '#server/links/held-voucher-link.ts'
import { GIFT_ADDRESS, HOLDER_OF } from '#server/vouchers/rules/voucher-facts.ts'

const { booking } = clinic
const BOOKING =
  booking.kind === 'none'
    ? `To book, ask for an appointment on our website or ring us on ${clinic.phone.display}, and we will find a time that suits you.`
    : 'To book, choose a time online, or ring us and we will find one that suits you.'
const USE = `${BOOKING} Please tell us the code when you book, or show it at the clinic. You do not have to use the whole voucher at once.`

const REPLACES = ' It replaces the voucher we sent earlier, whose code no longer works.'

const load: EmailLoad<Exclude<keyof typeof GiftEmailSchema.entries, 'replaces'>> = {
  ...whileUsable,
  recipient: GIFT_ADDRESS,
  data: { ...VOUCHER_FACTS, holderOf: HOLDER_OF },
}

/**
 * The voucher, after the buyer's message: to the recipient, or to the buyer, who prints or forwards it. So it says nothing
 * that is only the buyer's.
 */
export const voucherGift = defineLoadedEmail(GiftEmailSchema, load, (data, siteUrl) => {
  const { recipientName, personalMessage } = data
  const isForBuyer = data.deliverTo === 'buyer'
  const buyer = data.buyerName ?? trustedText(clinic.name)
  const from = sentence`, from ${buyer}`
  const amount = shortPounds(data.pence)
  const code = formatVoucherCode(data.voucherCode)
  const page = voucherLink(siteUrl, data.voucherCode)
  const heldPage = heldVoucherLink(siteUrl, data.voucherCode, isForBuyer ? null : data.holderOf)
  const hasPage = data.voucherCode.length >= HELD_CODE_MIN
  const city = trustedText(clinic.address.city)
  // A voucher that was brought in may name nobody.
  const greeting = recipientName === '' ? trustedText('Hello,') : sentence`Dear ${recipientName},`
  const replaces = trustedText(data.replaces ? REPLACES : '')
  const gift = sentence`${buyer} has given you a gift voucher for our clinic in ${city}. You can use it for any treatment.${replaces}`
  return {
    subject: isForBuyer
      ? sentence`A gift voucher for ${recipientName}${from}`
      : sentence`A gift voucher for you${from}`,
    preview: sentence`${trustedText(amount)} for any treatment${from}.`,
    blocks: [
      ...(personalMessage ? [quotation(personalMessage, data.buyerName ?? clinic.name)] : []),
      opening(trustedText('A gift voucher for you'), {
        html: markup`${greeting.html}<br>${gift.html}`,
        text: `${greeting.text}\n${gift.text}`,
      }),
      picture,
      card(voucherBlock(amount, code, data.lastDay)),
      rule,
      section('How to use it', trustedText(USE), ...(hasPage ? [balanceLink(siteUrl, heldPage)] : [])),
      button('Book Your Consultation', booking.kind === 'none' ? `${siteUrl}/#write` : booking.site),
      columns('Usable for any treatment:', clinic.vouchers.treatments),
    ],
    footnote: isForBuyer ? trustedText(SECRET) : sentence`${reasonOf(data)} ${trustedText(SECRET)}`,
    attachments: [PICTURE, codePicture(hasPage ? page : code)],
  }
})

/** As words on paper, too: the address without the code. */
const balanceLink = (siteUrl: string, page: string): EmailText =>
  sentence`See what is left on the voucher: ${{ html: link(`${new URL(siteUrl).host}${VOUCHER_PAGE}`, page).html, text: page }}`

const SECRET = 'Please keep the code to yourself, because anyone who has it can use the voucher.'

const reasonOf = ({ buyerName }: v.InferOutput<typeof GiftEmailSchema>) =>
  buyerName === null
    ? trustedText(`You have received this email because ${clinic.name} issued a gift voucher for you.`)
    : sentence`You have received this email because ${buyerName} gave us your email address for this gift voucher.`

const PICTURE = {
  name: 'gift-voucher.png',
  contentType: 'image/png',
  content: giftPicture,
  contentId: 'gift-picture',
}

/** Decoration: two hands on a back. */
const picture: Block = {
  html: padded(
    gap(28),
    markup`<tr><td><img class="picture" src="cid:gift-picture" width="520" height="304" alt=""></td></tr>`,
  ),
  text: '',
}

/** Amount, voucher code and last valid day, and the QR code; stacked on a phone. */
function voucherBlock(amount: string, code: string, lastDay: string): Block {
  const day = longDay(lastDay)
  const pair = (className: string, label: string, value: string) =>
    markup`<span class="caption">${trustedMarkup(label)}</span><br><span class="${trustedMarkup(className)}">${trustedMarkup(value)}</span>`
  return {
    // The place of a drawing, an attached PNG as the QR code is, is at the right of the amount: the second argument.
    html: markup`${voucherRow(pair('amount', 'Gift voucher', amount))}
    <tr><td colspan="2" class="gap" height="18">&nbsp;</td></tr>
    <tr><td colspan="2" class="rule gap" height="18">&nbsp;</td></tr>
    ${voucherRow(pair('code', 'Voucher code', code), pair('medium', 'Valid until', day))}
    <tr><td colspan="2" class="gap" height="18">&nbsp;</td></tr>
    ${voucherRow(markup`<img class="qr" src="cid:voucher-code" width="164" height="164" alt="${trustedMarkup(code)}">`)}`,
    text: `Gift voucher: ${amount}\nVoucher code: ${code}\nValid until: ${day}`,
  }
}

const voucherRow = (left: Markup, right?: Markup): Markup =>
  right
    ? markup`<tr>
        <td class="column" width="60%" valign="top">${left}</td>
        <td class="column column-below" width="40%" valign="top">${right}</td>
      </tr>`
    : markup`<tr><td colspan="2">${left}</td></tr>`
