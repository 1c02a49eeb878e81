import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { button, card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  buyerName: v.string(),
  purpose: v.picklist(['gift_voucher', 'order']),
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
})

const TEXTS = {
  gift_voucher: {
    bought: 'gift voucher',
    effect: 'We have not created a gift voucher, and nothing has been sent to the recipient.',
    again: 'Choose a gift voucher',
    path: '/#gift-vouchers',
  },
  order: {
    bought: 'order',
    effect: 'Your order has not been placed, and we are no longer holding the goods for you.',
    again: 'Go to the shop',
    path: '/shop',
  },
}

/** To the buyer: a payment with a delayed outcome has failed, such as bank debit or pay later. */
export const paymentFailed = defineEmail(Schema, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const { bought, effect, again, path } = TEXTS[data.purpose]
  return {
    subject: trustedText(`Your payment of ${amount} did not go through`),
    preview: trustedText('You have not been charged.'),
    blocks: [
      opening(
        trustedText('Your payment did not go through'),
        sentence`Dear ${data.buyerName}, the payment for your ${trustedText(bought)} was not completed. You have not been charged. ${trustedText(effect)}`,
      ),
      card(figure('Not charged', amount), facts([['Payment reference', trustedText(data.reference)]])),
      section(
        'What to do next',
        trustedText(
          'If you would still like to go ahead, please start again on our website and pay another way, for example by card. Your bank or payment provider can tell you why this payment did not go through.',
        ),
        trustedText(
          `If you have any questions, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
      button(again, `${siteUrl}${path}`),
    ],
    footnote: trustedText('You have received this email because you started a payment on our website.'),
  }
})
