import * as v from 'valibot'
import { formatPounds } from '#contract/base/money.ts'
import { londonTime } from '#server/dates.ts'
import { card, facts, figure, opening, portalButton } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'
import { purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'

const Schema = v.object({
  /** Id of the voucher. */
  voucher: v.string(),
  pence: v.pipe(v.number(), v.integer()),
  buyerName: v.string(),
  buyerEmail: v.string(),
  recipientName: v.string(),
  paidAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  ...purchaseEntries,
})

/** To the clinic: a voucher was bought on the website. Replies go to the buyer. */
export const voucherNotice = defineClinicEmail(Schema, (sale, siteUrl) => {
  const amount = `£${formatPounds(sale.pence)}`
  return {
    subject: sentence`Gift voucher sold: ${sale.buyerName}, ${trustedText(amount)}`,
    preview: trustedText('You do not need to do anything. The website will send the voucher.'),
    blocks: [
      opening(
        trustedText('A gift voucher has been sold'),
        trustedText(
          'It has been paid for. You do not need to do anything. The website will send the voucher.',
        ),
      ),
      card(
        figure('Paid', amount),
        facts([
          ['Buyer', sanitizedText(sale.buyerName)],
          ['Email', sanitizedText(sale.buyerEmail)],
          ['Recipient', sanitizedText(sale.recipientName)],
          ['Time', trustedText(londonTime(sale.paidAt))],
          ...purchaseFacts('voucher', sale, 'Stripe reference'),
        ]),
      ),
      portalButton('Open the voucher', { siteUrl, tab: 'vouchers', id: sale.voucher }),
    ],
    footnote: trustedText(
      'Sent by your website. In the portal, you can choose to get one summary a day instead.',
    ),
    replyTo: sale.buyerEmail,
  }
})
