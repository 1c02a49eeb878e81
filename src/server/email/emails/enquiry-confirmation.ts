import { clinic } from '#content/clinic'
import * as v from 'valibot'
import { opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours } from '../email-text.ts'

/** Quotes nothing that was typed, not even a name: so the forms are of no use for sending words to strangers. */
const confirmation = (title: string, next: string) =>
  letter(v.object({}), () => ({
    subject: ours(title),
    preview: ours(next),
    blocks: [
      opening(ours(title), ours(next)),
      section(
        'If it is urgent',
        ours(
          `Ring us on ${clinic.phone.display}. In an emergency, ring 999; for advice on your health, NHS 111.`,
        ),
      ),
    ],
    footnote: ours(
      'You receive this e-mail because your address was entered in a form on our website. If that was not you, ignore it.',
    ),
  }))

/** To whoever sent a message. */
export const contactConfirmation = confirmation(
  'We have your message',
  'Thank you for writing to us. We read every message and answer as soon as we can.',
)

/** To whoever asked for an appointment. */
export const appointmentConfirmation = confirmation(
  'We have your request for an appointment',
  'Thank you. We will answer with a time. Nothing is booked until you have heard from us.',
)

/** To whoever asked about a product. */
export const productInquiryConfirmation = confirmation(
  'We have your question',
  'Thank you for asking about one of our products. We will answer as soon as we can.',
)
