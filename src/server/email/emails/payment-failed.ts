import { clinic } from '#content/clinic'
import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { button, card, facts, figure, opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, say } from '../email-text.ts'

const Schema = v.object({
  buyerName: v.string(),
  purpose: v.picklist(['gift_voucher', 'order']),
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

const WORDS = {
  gift_voucher: {
    bought: 'gift voucher',
    effect: 'No gift voucher was made, and nothing was sent to the recipient.',
    again: 'Choose a gift voucher',
    path: '/#gift-vouchers',
  },
  order: {
    bought: 'order',
    effect: 'Your order was not placed, and the goods are no longer reserved for you.',
    again: 'Go to the shop',
    path: '/shop',
  },
}

/** To the buyer: a payment that was under way has failed, such as one by bank debit or pay later. */
export const paymentFailed = letter(Schema, (mail, siteUrl) => {
  const amount = `£${formatPounds(mail.pence)}`
  const { bought, effect, again, path } = WORDS[mail.purpose]
  return {
    subject: ours(`Your payment of ${amount} did not go through`),
    preview: ours('You were not charged.'),
    blocks: [
      opening(
        ours('Your payment did not go through'),
        say`${mail.buyerName}, the payment for your ${ours(bought)} was not completed. You were not charged. ${ours(effect)}`,
      ),
      card(figure('Not charged', amount), facts([['Payment reference', ours(mail.reference)]])),
      section(
        'What to do next',
        ours(
          'This payment is closed. To buy again, start a new purchase on our website and pay another way, for example by card. Your bank or payment provider can tell you why this payment failed.',
        ),
        ours(`Any questions? Ring us on ${clinic.phone.display}, or reply to this email.`),
      ),
      button(again, `${siteUrl}${path}`),
    ],
    footnote: ours('You receive this email because you started a payment on our website.'),
  }
})
