import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { recipientFacts } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'
import { refundedVoucher } from '#server/email/voucher-email-data.ts'

const Schema = v.object({
  buyerName: v.string(),
  recipientName: v.string(),
  /** Amount of the refund. */
  pence: v.pipe(v.number(), v.integer()),
  /** What was paid less refunds. Not what is left, which would tell the buyer of a visit. */
  balancePence: v.pipe(v.number(), v.integer()),
  ...purchaseEntries,
})

/** To the buyer: a partial refund. The voucher keeps its balance. */
export const voucherPartRefunded = defineLoadedEmail(Schema, refundedVoucher, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const value = `£${formatPounds(data.balancePence)}`
  const tellThem = data.recipientName
    ? sentence` If ${data.recipientName} already has it, please let them know what it is worth now.`
    : trustedText('')
  return {
    subject: trustedText(`Your refund of ${amount} is on its way`),
    preview: trustedText(`We are returning ${amount} the way you paid.`),
    blocks: [
      opening(
        trustedText('Part of your money is on its way back'),
        sentence`Dear ${data.buyerName}, we have refunded part of your gift voucher. Your money will be returned the way you paid, which takes 5 to 10 working days.`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ['Voucher value', trustedText(value)],
          ...recipientFacts({ recipientName: data.recipientName }),
          ...purchaseFacts('voucher', data),
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      section(
        'The voucher',
        sentence`Its value is now ${trustedText(value)}, less whatever has been used of it. Its code has not changed.${tellThem}`,
        trustedText(
          `If something does not look right, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you bought a gift voucher from us.'),
  }
})
