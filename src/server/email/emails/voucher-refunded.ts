import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { recipientFacts } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'
import { howPaidBack, refundHeading } from '#server/email/refund-words.ts'
import { refundedVoucher } from '#server/email/voucher-email-data.ts'

const Schema = v.object({
  buyerName: v.string(),
  recipientName: v.string(),
  /** Amount of the refund. */
  pence: v.pipe(v.number(), v.integer()),
  /** Balance that could not be refunded and is cancelled. */
  cancelledPence: v.pipe(v.number(), v.integer()),
  /** Whether the recipient has the voucher by email, and so gets one that it has ended. */
  recipientTold: v.nullish(v.boolean()),
  /** Whether the clinic paid it back in another way, because Stripe could not. */
  byHand: v.nullish(v.boolean()),
  ...purchaseEntries,
})

/** To the buyer: the voucher is refunded and can no longer be used. */
export const voucherRefunded = defineLoadedEmail(Schema, refundedVoucher, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const cancelled = data.cancelledPence > 0 ? `£${formatPounds(data.cancelledPence)}` : undefined
  const rest = cancelled && trustedText(`The remaining balance of ${cancelled} has also been cancelled.`)
  return {
    ...refundHeading(amount, data.byHand),
    blocks: [
      opening(
        trustedText(data.byHand ? 'We have paid you back' : 'Your money is on its way back'),
        sentence`Dear ${data.buyerName}, we have refunded ${trustedText(amount)} for your gift voucher. ${trustedText(howPaidBack(data.byHand))}`,
      ),
      card(
        figure('Refunded', amount),
        facts([
          ...(cancelled ? [['Balance cancelled', trustedText(cancelled)] as const] : []),
          ...recipientFacts({ recipientName: data.recipientName }),
          ...purchaseFacts('voucher', data),
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      section(
        'The voucher',
        data.recipientTold
          ? sentence`It can no longer be used. We have emailed ${data.recipientName} to say so, without mentioning the amount or a reason.`
          : data.recipientName
            ? sentence`It can no longer be used. If ${data.recipientName} already has it, please let them know.`
            : trustedText('It can no longer be used.'),
        ...(rest ? [rest] : []),
        trustedText(
          `If something does not look right, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you bought a gift voucher from us.'),
  }
})
