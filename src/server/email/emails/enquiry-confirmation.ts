import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#content/clinic.ts'
import { opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

/**
 * Contains no user input, not even a name, so that nobody can abuse the forms to send text to strangers. After many messages it
 * may wait for hours, and would contradict an answer.
 */
const confirmation = (table: string, title: string, next: string) => {
  const load = {
    recipient: sql`enquiry.email`,
    data: {},
    from: sql`from ${sql.table(table)} enquiry where id = outbox.about and answered_at is null`,
  }
  return defineLoadedEmail(v.object({}), load, () => ({
    subject: trustedText(title),
    preview: trustedText(next),
    blocks: [
      opening(trustedText(title), trustedText(next)),
      section(
        'If it is urgent',
        trustedText(
          `Please ring us on ${clinic.phone.display}. In an emergency, ring 999. For health advice, ring NHS 111.`,
        ),
      ),
    ],
    footnote: trustedText(
      'You have received this email because someone entered your email address in a form on our website. If that was not you, please ignore this email.',
    ),
  }))
}

/** To the sender of a message. */
export const contactConfirmation = confirmation(
  'contact_message',
  'We have your message',
  'Thank you for writing to us. We read every message and will get back to you as soon as we can.',
)

/** To the sender of an appointment request. */
export const appointmentConfirmation = confirmation(
  'appointment',
  'We have your request for an appointment',
  'Thank you. We will get back to you with a time. Nothing is booked until you hear from us.',
)

/** To the sender of a product question. */
export const productInquiryConfirmation = confirmation(
  'product_inquiry',
  'We have your question',
  'Thank you for asking about one of our products. We will get back to you as soon as we can.',
)
