import { clinic } from '#clinic/current-clinic.ts'
import { calendarText, endOf, utcTime, type CalendarEvent } from '#contract/enquiries/calendar-text.ts'
import type { Attachment } from '#server/clients/email.ts'

/** Returns the event as a calendar file. */
export function calendarFile(event: CalendarEvent): Attachment {
  return {
    name: 'appointment.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(calendarText(event, clinic.name)),
  }
}

/**
 * Returns links that open the event as a new entry in a calendar on the web. Neither address is documented:
 * https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs
 */
export function calendarLinks(event: CalendarEvent): { calendar: string; url: string }[] {
  const { title, description, location, startsAt } = event
  const google = {
    action: 'TEMPLATE',
    text: title,
    dates: `${utcTime(startsAt)}/${utcTime(endOf(event))}`,
    details: description,
    location,
  }
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: endOf(event).toISOString(),
    body: description,
    location,
  }
  return [
    { calendar: 'Google Calendar', url: `https://calendar.google.com/calendar/render?${queryOf(google)}` },
    { calendar: 'Outlook', url: `https://outlook.live.com/calendar/0/action/compose?${queryOf(outlook)}` },
  ]
}

/** Not URLSearchParams: Outlook shows its `+` for a space. */
const queryOf = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
