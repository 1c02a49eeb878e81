import * as v from 'valibot'
import { card, facts, opening, quotation } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, say, typed } from '../email-text.ts'

const Schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  subject: v.string(),
  message: v.string(),
})

/** To the clinic: what a visitor wrote. An answer goes to the visitor. */
export const contactMessage = letter(Schema, ({ firstName, lastName, email, phone, subject, message }) => {
  const from = `${firstName} ${lastName}`
  return {
    subject: say`Message from the website: ${subject}`,
    preview: ours('Somebody has written to you on the website.'),
    blocks: [
      opening(ours('A message for you'), ours('Reply to this e-mail to answer whoever wrote it.')),
      card(
        facts([
          ['From', typed(from)],
          ['E-mail', typed(email)],
          ...(phone === undefined ? [] : [['Phone', ours(phone)] as const]),
          ['Subject', typed(subject)],
        ]),
      ),
      quotation(message, from),
    ],
    footnote: ours('Your website wrote this to you.'),
    replyTo: email,
  }
})
