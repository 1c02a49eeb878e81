import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { dayParts } from '#contract/enquiries/enquiry-choices.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

// These emails contain nothing that was typed, not even a name, so that nobody can abuse the forms to send text to strangers.
// What is chosen among our own words, or is a day, is no such text.

/** After many messages the email may wait for hours, and would contradict an answer. */
const loadFrom = <Field extends string = never>(table: string, data: EmailLoad<Field>['data']) => ({
  recipient: sql`enquiry.email`,
  data,
  from: sql`from ${sql.table(table)} enquiry where id = outbox.about and answered_at is null`,
})

/** `asked`: what was asked for. */
const confirmationOf = (title: string, next: string, asked: [label: string, value: string][] = []) => ({
  subject: trustedText(title),
  preview: trustedText(next),
  blocks: [
    opening(trustedText(title), trustedText(next)),
    ...(asked.length > 0
      ? [card(facts(asked.map(([label, value]) => [label, trustedText(value)] as const)))]
      : []),
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
})

const confirmation = (table: string, title: string, next: string) =>
  defineLoadedEmail(v.object({}), loadFrom(table, {}), () => confirmationOf(title, next))

/** To the sender of a message. */
export const contactConfirmation = confirmation(
  'contact_message',
  'We have your message',
  'Thank you for writing to us. We read every message and will get back to you as soon as we can.',
)

const AppointmentSchema = v.object({
  /** A therapy's title. Null for the visitor's own words; absent in emails that were enqueued before it existed. */
  therapy: v.nullish(v.string()),
  preferredDate: v.nullable(v.pipe(v.string(), v.isoDate())),
  dayPart: v.nullable(v.picklist(dayParts)),
})

const loadAppointment = loadFrom<'preferredDate' | 'dayPart'>('appointment', {
  preferredDate: sql`preferred_date`,
  dayPart: sql`day_part`,
})

/** To the sender of an appointment request. */
export const appointmentConfirmation = defineLoadedEmail(
  AppointmentSchema,
  loadAppointment,
  ({ therapy, preferredDate, dayPart }) => {
    const asked: [string, string][] = []
    if (therapy) asked.push(['Service', therapy])
    if (preferredDate !== null) asked.push(['Preferred date', longDay(preferredDate)])
    if (dayPart !== null) asked.push(['Time of day', dayPart])
    return confirmationOf(
      'We have your request for an appointment',
      'Thank you. We will get back to you with a time. Nothing is booked until you hear from us.',
      asked,
    )
  },
)

/** To the sender of a product question. */
export const productInquiryConfirmation = confirmation(
  'product_inquiry',
  'We have your question',
  'Thank you for asking about one of our products. We will get back to you as soon as we can.',
)
