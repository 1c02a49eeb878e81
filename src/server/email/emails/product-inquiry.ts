import * as v from 'valibot'
import { card, facts, opening, portalButton, quotation } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  product: v.string(),
  quantity: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  message: v.optional(v.string()),
  /** Id of the enquiry. */
  request: v.string(),
})

/** To the clinic: a product question. Replies go to the visitor. */
export const productInquiry = defineClinicEmail(Schema, (inquiry, siteUrl) => {
  const from = `${inquiry.firstName} ${inquiry.lastName}`
  return {
    subject: sentence`Product question: ${from}, ${trustedText(inquiry.product)}`,
    preview: trustedText('Someone has asked about a product on your website.'),
    blocks: [
      opening(
        trustedText('A question about a product'),
        trustedText('To answer, please reply to this email.'),
      ),
      card(
        facts([
          ['Product', trustedText(inquiry.product)],
          ['Quantity', trustedText(String(inquiry.quantity))],
          ['From', sanitizedText(from)],
          ['Email', sanitizedText(inquiry.email)],
          ...(inquiry.phone === undefined ? [] : [['Phone', trustedText(inquiry.phone)] as const]),
        ]),
      ),
      ...(inquiry.message === undefined ? [] : [quotation(inquiry.message, from)]),
      portalButton('Open the question', { siteUrl, tab: 'requests', id: inquiry.request }),
    ],
    footnote: trustedText('Sent by your website.'),
    replyTo: inquiry.email,
  }
})
