import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { lateCancellation } from '#clinic/late-cancellation.ts'
import { longDayAndTime } from '#server/dates.ts'
import { card, facts, opening, section, smallPrint } from '#server/email/blocks.ts'
import { calendarFile, calendarLinks } from '#server/email/calendar-file.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { link, sentence, trustedText } from '#server/email/email-text.ts'
import { openingHours, place, placeWithDirections } from '#server/email/visit.ts'

const TimeSchema = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)
const NumberSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  firstName: v.string(),
  /** A therapy's title. Null for a service in the visitor's own words, which is not quoted. */
  therapy: v.nullable(v.string()),
  startsAt: TimeSchema,
  minutes: NumberSchema,
  appointment: v.string(),
  /** How often a time was confirmed. From the second time on, the appointment has changed: its time, its length or both. */
  confirmations: NumberSchema,
  confirmedAt: TimeSchema,
})

const RING = `ring us on ${clinic.phone.display}`
const { noticeHours } = clinic.cancellation
const HOUR_MS = 3_600_000
/** A link cannot replace an entry, as the file does with one of its own. */
const CHANGED =
  'If you added the earlier appointment from our file, the new file replaces it. If you used one of the links before, or use one now, please delete the earlier appointment yourself.'

/** An earlier time is not sent any more: it could arrive last. */
const load: EmailLoad<'firstName' | 'startsAt' | 'minutes' | 'appointment'> = {
  recipient: sql`appointment.email`,
  data: {
    firstName: sql`first_name`,
    startsAt: sql`confirmed_for`,
    minutes: sql`confirmed_minutes`,
    appointment: sql`appointment.id`,
  },
  from: sql`
    from appointment where id = outbox.about and confirmations = (outbox.data ->> 'confirmations')::int`,
}

/** To the visitor: the time of the appointment, with a calendar file and links to calendars. */
export const appointmentConfirmed = defineLoadedEmail(Schema, load, (data, _siteUrl, today) => {
  const { firstName, therapy, startsAt, minutes, appointment, confirmations, confirmedAt } = data
  const when = longDayAndTime(startsAt)
  const what = therapy ?? 'Appointment'
  const hasChanged = confirmations > 1
  const hasNotice = startsAt.getTime() - confirmedAt.getTime() > noticeHours * HOUR_MS
  const by = hasNotice ? `at least ${noticeHours} hours before your appointment` : 'as soon as you can'
  const change = (how: string) => `If you cannot come, or need another time, please ${how} ${by}.`
  const event = {
    id: appointment,
    sequence: confirmations - 1,
    title: `${what}, ${clinic.name}`,
    description: change(RING),
    location: place,
    startsAt,
    minutes,
    writtenAt: confirmedAt,
  }
  return {
    subject: trustedText(`${hasChanged ? 'Your appointment has changed' : 'Your appointment'}: ${when}`),
    preview: trustedText(`${what}, ${when}.`),
    blocks: [
      opening(
        trustedText(hasChanged ? 'Your appointment has changed' : 'Your appointment is booked'),
        sentence`Dear ${firstName}, we look forward to seeing you on ${trustedText(when)}.`,
      ),
      card(
        facts([
          ['When', trustedText(when)],
          ['What', trustedText(what)],
          ['Length', trustedText(`About ${minutes} minutes`)],
          ['Where', placeWithDirections],
        ]),
      ),
      section(
        'In your calendar',
        trustedText('Open the attached file to add the appointment to your calendar.'),
        ...calendarLinks(event).map(({ calendar, url }) => link(`Add to ${calendar}`, url)),
        ...(hasChanged ? [trustedText(CHANGED)] : []),
      ),
      section(
        'If you cannot come',
        trustedText(change(`${RING} or reply to this email`)),
        trustedText(lateCancellation.fee),
      ),
      smallPrint('Your right to cancel', trustedText(lateCancellation.law)),
      openingHours(today),
    ],
    footnote: trustedText(
      'You have received this email because you asked for an appointment on our website.',
    ),
    attachments: [calendarFile(event)],
  }
})
