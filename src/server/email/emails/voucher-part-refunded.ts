import * as v from 'valibot'
import { clinic } from '#content/clinic.ts'
import { formatPounds } from '#contract/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { recipientFacts } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'

const Schema = v.object({
  buyerName: v.string(),
  recipientName: v.string(),
  /** Amount of the refund. */
  pence: v.pipe(v.number(), v.integer()),
  /** Balance after the refund. */
  balancePence: v.pipe(v.number(), v.integer()),
  ...purchaseEntries,
})

/** To the buyer: a partial refund. The voucher keeps its balance, which may be 0. */
export const voucherPartRefunded = defineEmail(Schema, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const balance = `£${formatPounds(data.balancePence)}`
  const tellThem = data.recipientName
    ? sentence` If ${data.recipientName} already has it, please let them know what it is worth now.`
    : trustedText('')
  return {
    subject: trustedText(`Your refund of ${amount} is on its way`),
    preview: trustedText(
      data.balancePence > 0
        ? `We are returning ${amount} the way you paid. The voucher is still worth ${balance}.`
        : `We are returning ${amount} the way you paid.`,
    ),
    blocks: [
      opening(
        trustedText('Part of your money is on its way back'),
        sentence`Dear ${data.buyerName}, we have refunded part of your gift voucher. Your money will be returned the way you paid, which takes 5 to 10 working days.`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ['Voucher balance', trustedText(balance)],
          ...recipientFacts({ recipientName: data.recipientName }),
          ...purchaseFacts('voucher', data),
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      section(
        'The voucher',
        data.balancePence > 0
          ? sentence`It is still worth ${trustedText(balance)}, and its code and expiry date have not changed.${tellThem}`
          : trustedText('There is nothing left on the voucher.'),
        trustedText(
          `If something does not look right, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you bought a gift voucher from us.'),
  }
})
