import * as v from 'valibot'
import { opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

const Schema = v.object({ product: v.string(), left: v.pipe(v.number(), v.integer()) })

/** To the clinic: a product's stock has reached its threshold. */
export const lowStock = defineEmail(Schema, ({ product, left }) => ({
  subject: trustedText(left === 0 ? `Sold out: ${product}` : `Nearly sold out: ${product}`),
  preview: trustedText(`${left} left.`),
  blocks: [
    opening(
      trustedText(product),
      trustedText(left === 0 ? 'There are none left.' : `There ${left === 1 ? 'is' : 'are'} ${left} left.`),
    ),
    section(
      'What to do next',
      trustedText(
        'Please order some more. When the delivery has arrived, press “Restock” under “Products” in the portal.',
      ),
    ),
  ],
  footnote: trustedText('Sent by your website.'),
}))
