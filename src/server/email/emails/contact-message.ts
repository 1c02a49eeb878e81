import * as v from 'valibot'
import { card, facts, opening, portalButton, quotation } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  subject: v.string(),
  message: v.string(),
  /** Id of the enquiry. */
  request: v.string(),
})

/** To the clinic: a visitor's message. Replies go to the visitor. */
export const contactMessage = defineClinicEmail(
  Schema,
  ({ firstName, lastName, email, phone, subject, message, request }, siteUrl) => {
    const from = `${firstName} ${lastName}`
    return {
      subject: sentence`Message: ${from}, ${subject}`,
      preview: trustedText('Someone has written to you on your website.'),
      blocks: [
        opening(trustedText('A message for you'), trustedText('To answer, please reply to this email.')),
        card(
          facts([
            ['From', sanitizedText(from)],
            ['Email', sanitizedText(email)],
            ...(phone === undefined ? [] : [['Phone', trustedText(phone)] as const]),
            ['Subject', sanitizedText(subject)],
          ]),
        ),
        quotation(message, from),
        portalButton('Open the message', { siteUrl, tab: 'requests', id: request }),
      ],
      footnote: trustedText('Sent by your website.'),
      replyTo: email,
    }
  },
)
