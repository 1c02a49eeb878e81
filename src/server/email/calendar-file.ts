import { clinic } from '#content/clinic.ts'
import type { Attachment } from '#server/clients/email.ts'

const LINE_OCTETS = 75
const MINUTE_MS = 60_000

export interface CalendarEvent {
  /** Stays the same when the event moves, so that a calendar replaces it. */
  id: string
  /** The file with the highest number wins. */
  sequence: number
  title: string
  description: string
  location: string
  startsAt: Date
  minutes: number
  /** When the file was written. */
  writtenAt: Date
}

/** Returns the event as a calendar file: https://www.rfc-editor.org/rfc/rfc5545 */
export function calendarFile(event: CalendarEvent): Attachment {
  return {
    name: 'appointment.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(calendarText(event)),
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

const endOf = ({ startsAt, minutes }: CalendarEvent) => new Date(startsAt.getTime() + minutes * MINUTE_MS)

export function calendarText(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(clinic.name)}//Appointments//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcTime(event.writtenAt)}`,
    `DTSTART:${utcTime(event.startsAt)}`,
    `DTEND:${utcTime(endOf(event))}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** Returns "20261124T143000Z". */
const utcTime = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, '')

/** Breaks a line so that no part exceeds 75 octets and no character is split. A continuation begins with a space. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
